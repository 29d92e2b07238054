package org.spindlebench.analysis.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Stragglers.SlowHost;
import org.spindlebench.analysis.task.Stragglers.Straggler;

class StragglersTest {
    private static final Stragglers NONE = new Stragglers(0, List.of(), 0, List.of());

    @Test
    void a_map_that_took_more_than_half_as_much_again_is_named() {
        List<TaskTimes> tasks = maps("node1", 10, 10, 10, 10, 10, 10);
        tasks.add(Job.map("90_0", "node2", "SUCCEEDED", 500, 16_500, null));
        tasks.add(Job.map("91_0", "node2", "KILLED", 0, 60_000, null));
        assertThat(Stragglers.of(tasks))
                .isEqualTo(new Stragglers(
                        1,
                        List.of(new Straggler("attempt_1772359200000_0001_m_90_0", "map", "node2", 16, 1.6, Phase.MAP)),
                        0,
                        List.of()));
    }

    @Test
    void neither_just_half_as_much_again_nor_a_few_seconds_are_slow() {
        List<TaskTimes> tasks = maps("node1", 10, 10, 10, 10, 10, 15);
        assertThat(Stragglers.of(tasks)).isEqualTo(NONE);
        List<TaskTimes> shorter = maps("node1", 2, 2, 2, 2, 6.999);
        assertThat(Stragglers.of(shorter)).isEqualTo(NONE);
        assertThat(Stragglers.of(maps("node1", 2, 2, 2, 2, 7)).slowest())
                .singleElement()
                .extracting(Straggler::timesMedian)
                .isEqualTo(3.5);
    }

    @Test
    void of_a_reduce_the_phase_is_named_in_which_it_lost_most() {
        List<TaskTimes> tasks = List.of(
                Job.reduce(0, 50_000, 52_000, 53_000, 60_000),
                Job.reduce(1, 50_000, 52_000, 53_000, 60_000),
                Job.reduce(2, 50_000, 52_000, 53_000, 60_000),
                Job.reduce(3, 30_000, 52_000, 53_000, 60_000),
                Job.reduce(4, 50_000, 52_500, 53_000, 90_000),
                Job.reduce(5, 50_000, 49_000, 48_000, 75_000),
                Job.reduce(6, 50_000, 52_000, 53_000, 60_000));
        Stragglers found = Stragglers.of(tasks);
        assertThat(found.slowest())
                .extracting(Straggler::seconds, Straggler::phase)
                .containsExactly(tuple(40.0, Phase.REDUCE), tuple(30.0, Phase.SHUFFLE), tuple(25.0, Phase.REDUCE));
    }

    @Test
    void at_most_twenty_are_named_the_slowest_first_and_all_are_counted() {
        List<TaskTimes> tasks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            tasks.add(Job.map(i, 0, 10_000));
        }
        for (int i = 0; i < 25; i++) {
            tasks.add(Job.map(100 + i, 0, 20_000 + 100L * i));
        }
        Stragglers found = Stragglers.of(tasks);
        assertThat(found.attempts()).isEqualTo(25);
        assertThat(found.slowest()).hasSize(Stragglers.MOST_NAMED);
        assertThat(found.slowest().get(0).seconds()).isEqualTo(22.4);
        assertThat(found.slowest().get(19).seconds()).isEqualTo(20.5);
    }

    @Test
    void a_host_whose_attempts_are_slow_is_named() {
        List<TaskTimes> tasks = maps("node1", 10, 10, 10, 10, 10);
        tasks.addAll(maps("node2", 12.1, 11, 14));
        tasks.addAll(maps("node3", 13, 13));
        tasks.addAll(maps("node4", 12, 12, 12));
        // The median of all is (11 + 12) / 2.
        assertThat(Stragglers.of(tasks).slowestHosts()).isEmpty();
        tasks.addAll(maps("node1", 10, 10, 10, 10));
        assertThat(Stragglers.of(tasks).hosts()).isEqualTo(1);
        SlowHost slow = Stragglers.of(tasks).slowestHosts().get(0);
        assertThat(slow).isEqualTo(new SlowHost("node2", "map", 3, 12.1, slow.timesMedian()));
        assertThat(slow.timesMedian()).isCloseTo(1.21, within(1e-12));
    }

    @Test
    void where_most_take_no_time_no_ratio_is_told() {
        List<TaskTimes> tasks = maps("node1", 0, 0, 0, 0);
        tasks.addAll(maps("node2", 6, 6, 6));
        Stragglers found = Stragglers.of(tasks);
        assertThat(found.attempts()).isEqualTo(3);
        assertThat(found.slowest()).extracting(Straggler::timesMedian).containsOnlyNulls();
        assertThat(found.hosts()).isZero();
    }

    @Test
    void of_nothing_and_of_failures_nothing_is_slow() {
        assertThat(Stragglers.of(List.of())).isEqualTo(NONE);
        assertThat(Stragglers.of(List.of(
                        Job.map("0_0", "node1", "FAILED", 0, 9, null),
                        new TaskTimes("a", "map", null, "SUCCEEDED", Job.at(1), null, null, null),
                        new TaskTimes("b", "map", null, "SUCCEEDED", Job.at(1), Job.at(2), null, null))))
                .isEqualTo(NONE);
    }

    private static List<TaskTimes> maps(String host, double... seconds) {
        List<TaskTimes> maps = new ArrayList<>();
        for (double length : seconds) {
            maps.add(Job.map(maps.size() + "_0", host, "SUCCEEDED", 0, Math.round(1000 * length), null));
        }
        return maps;
    }
}
