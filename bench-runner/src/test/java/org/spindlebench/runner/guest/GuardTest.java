package org.spindlebench.runner.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage.Space;

@Timeout(20)
class GuardTest {
    private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

    private final MemoryStorage storage = new MemoryStorage();
    private final List<String> notes = new ArrayList<>();
    private Instant now = NOON;

    /** A clock that a test sets. */
    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("one zone");
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    private Guard guard(GuestLimits limits) {
        return guard(limits, () -> 0);
    }

    private Guard guard(GuestLimits limits, Guard.Others others) {
        return new Guard(limits, true, storage, others, clock, Duration.ofMillis(1));
    }

    private Optional<String> await(Guard guard) throws InterruptedException {
        return await(guard, Duration.ZERO);
    }

    private Optional<String> await(Guard guard, Duration expected) throws InterruptedException {
        return guard.await("terasort", expected, notes::add, () -> false);
    }

    private static GuestLimits limits(Long hdfs, Duration time, TimeWindow window, Double busy) {
        return new GuestLimits(hdfs, null, time, NOON, window, busy);
    }

    private static NodeLayout node(long total, long usable) {
        Directory local = new Directory(
                "shuffle",
                "/data/1/nm",
                null,
                true,
                true,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                total,
                usable,
                null,
                null,
                null);
        return new NodeLayout("host1", null, null, null, null, null, null, null, List.of(local), null, null, null);
    }

    @Test
    void aRunBeginsAtOnceIfNothingForbidsIt() throws Exception {
        assertThat(await(guard(GuestLimits.NONE))).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void aFullHdfsEndsTheCampaign() throws Exception {
        storage.space(new Space(84, 16));
        assertThat(await(guard(GuestLimits.NONE))).isEmpty();

        storage.space(new Space(86, 14));
        assertThat(await(guard(GuestLimits.NONE))).hasValue("HDFS is 86 % full (more than 85 %)");
    }

    @Test
    void aClusterThatSpindleStartedMayBeFull() throws Exception {
        storage.space(new Space(99, 1));
        Guard own = new Guard(GuestLimits.NONE, false, storage, () -> 0, clock, Duration.ofMillis(1));
        own.ended(null, List.of(node(100, 1)));

        assertThat(await(own)).isEmpty();
    }

    @Test
    void aFullLocalDirectoryEndsTheCampaignAndIsNamed() throws Exception {
        Guard guard = guard(GuestLimits.NONE);
        guard.ended(null, List.of(node(100, 21)));
        assertThat(await(guard)).isEmpty();

        guard.ended(null, List.of(node(100, 19)));
        assertThat(await(guard)).get().asString().contains("/data/1/nm on host1 is 81 % full");
    }

    @Test
    void moreBytesInHdfsThanPermittedEndTheCampaign() throws Exception {
        Guard guard = guard(limits(1_000_000_000L, null, null, null));
        guard.ended(900_000_000L, List.of());
        assertThat(await(guard)).isEmpty();

        guard.ended(1_100_000_000L, List.of());
        assertThat(await(guard)).hasValue("the campaign stores 1.1 GB in HDFS, and --max-hdfs permits 1.0 GB");
    }

    @Test
    void aRunThatWouldPassTheLastHourDoesNotBegin() throws Exception {
        Guard guard = guard(limits(null, Duration.ofHours(2), null, null));
        now = NOON.plus(Duration.ofMinutes(89));
        assertThat(await(guard, Duration.ofMinutes(30))).isEmpty();

        now = NOON.plus(Duration.ofMinutes(91));
        assertThat(await(guard, Duration.ofMinutes(30)))
                .get()
                .asString()
                .contains("1800 s", "2 h after the start (--max-hours)");
    }

    @Test
    void aCampaignWaitsForItsWindow() throws Exception {
        Guard guard = guard(limits(null, null, TimeWindow.parse("13:00-14:00"), null));

        Optional<String> ended = guard.await(
                "terasort",
                Duration.ZERO,
                note -> {
                    notes.add(note);
                    now = NOON.plus(Duration.ofMinutes(61));
                },
                () -> false);

        assertThat(ended).isEmpty();
        assertThat(notes).containsExactly("Spindle waits before the next run: the window 13:00-14:00 opens in 60 min");
    }

    @Test
    void aRunThatWouldNotEndInTheWindowWaitsForTheNextOne() throws Exception {
        Guard guard = guard(limits(null, null, TimeWindow.parse("11:00-12:30"), null));

        guard.await(
                "terasort",
                Duration.ofMinutes(60),
                note -> {
                    notes.add(note);
                    now = NOON.plus(Duration.ofHours(23));
                },
                () -> false);

        assertThat(notes).singleElement().asString().contains("takes up to 60 min and would not end in the window");
    }

    @Test
    void aRunLongerThanTheWindowEndsTheCampaignInsteadOfWaitingForEver() throws Exception {
        Guard guard = guard(limits(null, null, TimeWindow.parse("11:00-12:30"), null));

        assertThat(await(guard, Duration.ofMinutes(100)))
                .get()
                .asString()
                .contains("100 min, which is longer than the window 11:00-12:30");
    }

    @Test
    void aCampaignWaitsWhileOthersUseTheCluster() throws Exception {
        List<Double> shares = new ArrayList<>(List.of(0.6, 0.6, 0.3));
        Guard guard = guard(limits(null, null, null, 0.5), () -> shares.remove(0));

        assertThat(await(guard)).isEmpty();

        assertThat(shares).isEmpty();
        assertThat(notes)
                .containsExactly("Spindle waits before the next run: others use 60 % of the nodes' memory, and"
                        + " --pause-when-busy permits 50 %");
    }

    @Test
    void anUnknownUseIsNotAnIdleCluster() throws Exception {
        List<String> asked = new ArrayList<>();
        Guard guard = guard(limits(null, null, null, 0.5), () -> {
            asked.add("asked");
            if (asked.size() < 3) {
                throw new IOException("no answer");
            }
            return 0;
        });

        assertThat(await(guard)).isEmpty();
        assertThat(asked).hasSize(3);
    }

    @Test
    void anInterruptionEndsTheWait() throws Exception {
        Guard guard = guard(limits(null, null, TimeWindow.parse("13:00-14:00"), null));

        assertThat(guard.await("terasort", Duration.ZERO, notes::add, () -> !notes.isEmpty()))
                .isEmpty();
    }

    @Test
    void aPlanBeyondALimitIsRefusedWithTheOption() {
        GuestLimits limits = new GuestLimits(1_000_000_000L, 2_000_000_000L, Duration.ofHours(1), NOON, null, null);

        assertThat(limits.exceededSpace(999_999_999, 2_000_000_000L)).isEmpty();
        assertThat(limits.exceededTime(3600.0)).isEmpty();
        assertThat(limits.exceededTime(null)).isEmpty();
        assertThat(limits.exceededSpace(1_500_000_000L, 2_500_000_000L))
                .containsExactly(
                        "the plan takes 1.5 GB of HDFS, replicas counted, and --max-hdfs permits 1.0 GB; lower"
                                + " --bytes-per-node, or raise --max-hdfs",
                        "the plan takes 2.5 GB of a node's local directories, and --max-local permits 2.0 GB; lower"
                                + " --bytes-per-node, or raise --max-local");
        assertThat(limits.exceededTime(5400.0))
                .singleElement()
                .asString()
                .contains("1.5 hours", "--max-hours permits 1.0");
    }
}
