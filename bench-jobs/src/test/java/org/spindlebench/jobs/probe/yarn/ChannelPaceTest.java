package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.probe.yarn.ChannelPace.LocalApplications;

class ChannelPaceTest {
    private static final int HOUR = 3600;

    private final AtomicLong nanos = new AtomicLong(TimeUnit.HOURS.toNanos(5));
    private final Set<String> applications = new TreeSet<>();
    private final ChannelPace pace =
            new ChannelPace(ChannelPace.SLOW_MILLIS, () -> new TreeSet<>(applications), nanos::get);

    @TempDir
    Path directory;

    /** Returns how often the channel is read in some seconds, with one chance a second. */
    private int readings(int seconds) {
        int readings = 0;
        for (int i = 0; i < seconds; i++) {
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            readings += pace.isDue() ? 1 : 0;
        }
        return readings;
    }

    @Test
    void while_a_job_runs_the_channel_is_read_once_in_ten_seconds() {
        applications.add("application_1_0002");
        assertThat(readings(HOUR)).isBetween(HOUR / 10, HOUR / 10 + 1);
    }

    @Test
    void a_request_during_a_job_does_not_change_that() {
        applications.add("application_1_0002");
        readings(20);
        pace.asked();
        assertThat(readings(HOUR)).isBetween(HOUR / 10, HOUR / 10 + 1);
    }

    @Test
    void after_the_end_of_a_job_the_channel_is_read_at_each_chance() {
        applications.add("application_1_0002");
        readings(HOUR);
        applications.clear();
        assertThat(readings(20)).isEqualTo(20);
    }

    @Test
    void after_a_request_the_channel_is_read_at_each_chance_for_half_a_minute() {
        readings(HOUR);
        pace.asked();
        assertThat(readings(29)).isEqualTo(29);
        assertThat(readings(HOUR)).isBetween(HOUR / 10, HOUR / 10 + 2);
    }

    @Test
    void nodes_read_at_different_times() {
        Set<Integer> firsts = new TreeSet<>();
        for (int node = 0; node < 50; node++) {
            ChannelPace other =
                    new ChannelPace(ChannelPace.SLOW_MILLIS, () -> Set.of("application_1_0002"), nanos::get);
            other.isDue();
            int first = 0;
            for (boolean due = false; !due; due = other.isDue()) {
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
                first++;
            }
            firsts.add(first);
        }
        assertThat(firsts).hasSizeGreaterThan(3);
    }

    @Test
    void the_users_other_applications_on_the_node_are_known_by_their_directories() throws IOException {
        Path own = Files.createDirectory(directory.resolve("application_1_0001"));
        Supplier<Set<String>> others = LocalApplications.beside(own + ",/elsewhere/application_1_0001");
        assertThat(others.get()).isEmpty();

        Path job = Files.createDirectory(directory.resolve("application_1_0002"));
        Files.createDirectory(directory.resolve("filecache"));
        assertThat(others.get()).containsExactly("application_1_0002");

        Files.delete(job);
        assertThat(others.get()).isEmpty();
        assertThat(LocalApplications.beside(null).get()).isEmpty();
        assertThat(LocalApplications.beside(
                                directory.resolve("gone/application_1_0001").toString())
                        .get())
                .isEmpty();
    }
}
