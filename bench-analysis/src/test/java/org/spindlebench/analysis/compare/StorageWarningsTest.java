package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.spindlebench.analysis.compare.FindingsTest.onlyComparison;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Warning;

class StorageWarningsTest {
    private static final List<String> CODES =
            List.of("queue-settings-differ", "firmware-differs", "fill-differs", "fill-varies");

    private static Device.Queue queue(String scheduler, long kib, Long requests) {
        return new Device.Queue(scheduler, 131_072L, kib * 1024, requests, 32L, 512L, "write back");
    }

    private static NodeMetrics disk(boolean rotational, String firmware, Device.Queue queue, long usable) {
        Device.Hardware hardware = new Device.Hardware("M1", "ATA", firmware, rotational, false, 31.0);
        Device disk = new Device(
                "sda", "8:0", "disk", null, null, List.of(), List.of(), 100L, null, null, hardware, queue, null);
        Directory directory = new Directory(
                "hdfs",
                "/d1/hdfs",
                null,
                true,
                true,
                "/d1",
                "ext4",
                null,
                null,
                null,
                "8:0",
                List.of("sda"),
                List.of("sda"),
                null,
                100L,
                usable,
                null,
                null,
                null);
        NodeLayout layout = new NodeLayout(
                "n1", null, null, null, null, null, null, List.of(disk), List.of(directory), null, null, null);
        return new NodeMetrics("yarn", List.of(), List.of(), List.of(layout), null, null);
    }

    private static List<Warning> doubts(NodeMetrics baseline, NodeMetrics contender) {
        Measured runs = new Measured();
        for (double seconds : new double[] {400, 410, 405}) {
            runs.next("terasort", "a", seconds).evidence(baseline);
            runs.next("terasort", "b", seconds / 2).evidence(contender);
        }
        return onlyComparison(runs).warnings().stream()
                .filter(warning -> CODES.contains(warning.code()))
                .toList();
    }

    @Test
    void queuesOfDisksOfOneKindAreComparedByRole() {
        NodeMetrics plain = disk(true, "F1", queue("mq-deadline", 1280, 64L), 90);
        assertThat(doubts(plain, plain)).isEmpty();
        assertThat(doubts(plain, disk(true, "F1", queue("none", 512, 64L), 90)))
                .containsExactly(new Warning(
                        "queue-settings-differ",
                        "disks of one kind in the same role have different settings: hdfs, rotating: max_sectors_kb"
                                + " (1280; 512), hdfs, rotating: scheduler (mq-deadline; none). Set"
                                + " /sys/block/*/queue alike; otherwise the settings are compared, too"));
        assertThat(doubts(plain, disk(false, "F1", queue("none", 512, 64L), 90)))
                .isEmpty();
        assertThat(doubts(plain, disk(true, "F1", queue("mq-deadline", 1280, null), 90)))
                .isEmpty();
        assertThat(doubts(plain, disk(true, "F1", null, 90))).isEmpty();
    }

    @Test
    void firmwareOfOneModelIsCompared() {
        Device.Queue queue = queue("none", 512, 64L);
        assertThat(doubts(disk(true, "F1", queue, 90), disk(true, "F2", queue, 90)))
                .containsExactly(
                        new Warning("firmware-differs", "disks of one model have different firmware: M1 (F1; F2)"));
        assertThat(doubts(disk(true, null, queue, 90), disk(true, "F2", queue, 90)))
                .isEmpty();
    }

    @Test
    void flashThatIsFullerByMoreThanTwentyPointsIsDoubted() {
        Device.Queue queue = queue("none", 512, 64L);
        assertThat(doubts(disk(false, "F1", queue, 90), disk(false, "F1", queue, 71)))
                .isEmpty();
        assertThat(doubts(disk(false, "F1", queue, 90), disk(false, "F1", queue, 65)))
                .singleElement()
                .satisfies(doubt -> {
                    assertThat(doubt.code()).isEqualTo("fill-differs");
                    assertThat(doubt.message()).contains("hdfs (10 %; 35 %)");
                });
    }

    @Test
    void plattersThatAreFullerByMoreThanTenPointsAreDoubtedForTheirInnerTracks() {
        Device.Queue queue = queue("none", 512, 64L);
        assertThat(doubts(disk(true, "F1", queue, 90), disk(true, "F1", queue, 81)))
                .isEmpty();
        assertThat(doubts(disk(true, "F1", queue, 90), disk(true, "F1", queue, 75)))
                .containsExactly(new Warning(
                        "fill-differs",
                        "disks with platters were not equally full at the start: hdfs (10 %; 25 %). The fuller such a"
                                + " disk is, the nearer to its slow inner tracks new files tend to lie; fill them"
                                + " alike"));
        assertThat(doubts(disk(true, "F1", queue, 90), disk(false, "F1", queue, 10)))
                .as("platters and flash are not compared with each other")
                .isEmpty();
    }

    @Test
    void disksThatWereFullerInOneVisitThanInAnotherAreDoubted() {
        Device.Queue queue = queue("none", 512, 64L);
        Measured runs = new Measured();
        for (long usable : new long[] {95, 85, 75}) {
            runs.next("terasort", "a", (double) (400 + usable)).evidence(disk(true, "F1", queue, usable));
            runs.next("terasort", "b", (double) (200 + usable)).evidence(disk(false, "F1", queue, usable));
        }

        assertThat(onlyComparison(runs).warnings())
                .filteredOn(warning -> CODES.contains(warning.code()))
                .extracting(Warning::code, Warning::message)
                .containsExactly(tuple(
                        "fill-varies",
                        "disks with platters were not equally full in all visits: hdfs of the baseline (5 % to 25 %)."
                                + " The fuller such a disk is, the nearer to its slow inner tracks new files tend to"
                                + " lie; fill them alike"));
    }

    @Test
    void recordsThatDoNotSayAreNotDoubted() {
        assertThat(doubts(null, disk(true, "F1", queue("none", 512, 64L), 90))).isEmpty();
    }
}
