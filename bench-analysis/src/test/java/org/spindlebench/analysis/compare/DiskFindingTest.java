package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.compare.DiskFinding.SlowDisk;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.Reports;

class DiskFindingTest {
    private static final double MIB = 1 << 20;
    private static final int RUNS = 8;

    /** Makes eight runs of eleven disks on two nodes. */
    private static Measured runs(BiFunction<Integer, Integer, Io> ofRunAndDisk) {
        return runs(RUNS, ofRunAndDisk);
    }

    private static Measured runs(int number, BiFunction<Integer, Integer, Io> ofRunAndDisk) {
        Measured runs = new Measured();
        for (int run = 0; run < number; run++) {
            DiskCluster cluster = new DiskCluster();
            for (int disk = 0; disk < 11; disk++) {
                cluster.hdd("node" + disk % 2, "sd" + (char) ('a' + disk), ofRunAndDisk.apply(run, disk));
            }
            runs.next("terasort", "disks", 100).evidence(cluster.evidence());
        }
        return runs;
    }

    /** Returns numbers that differ for each run and disk; seeds in a row would give numbers that are alike. */
    private static Random random(int run, int disk) {
        return new Random(0x9e3779b97f4a7c15L * (100L * run + disk + 1));
    }

    /** Returns what a disk does. Its speed is a multiple of 100 MB a busy second, and bytes differ by half. */
    private static Io io(int run, int disk, double speed) {
        Random random = random(run, disk);
        double bytes = 5e9 * (0.5 + random.nextDouble());
        return DiskCluster.io(bytes, 0.5, MIB / 2, bytes / (1e8 * speed * (1 + 0.005 * random.nextGaussian())));
    }

    private static DiskFinding only(Measured runs) {
        return runs.findings().disks().get(0);
    }

    @Test
    void aSlowDiskIsNamedWithHostDeviceAndPlace() {
        Measured runs = runs((run, disk) -> io(run, disk, disk == 3 ? 0.8 : 1));

        DiskFinding finding = only(runs);
        assertThat(finding.slow()).extracting(SlowDisk::node, SlowDisk::device).containsExactly(tuple("node1", "sdd"));
        assertThat(finding.slow().get(0).share()).isBetween(0.79, 0.81);
        assertThat(finding.says()).isEqualTo("1 of 11 disks is slow");
        assertThat(runs.findings().doubts())
                .filteredOn(doubt -> doubt.warning().code().equals("slow-disk"))
                .singleElement()
                .satisfies(doubt -> {
                    assertThat(doubt.cells()).hasSize(1);
                    assertThat(doubt.warning().message())
                            .startsWith("disks has a slow disk: sdd of node1 at /mnt/sdd (20 % below), by bytes")
                            .contains("median of 11 (HDD M1 of 2 TB, hdfs)");
                });
    }

    @Test
    void everyAnswerNamesTheDiskOrSaysWhatCannotBeJudged(@TempDir Path directory) throws IOException {
        Findings slow = runs((run, disk) -> io(run, disk, disk == 3 ? 0.8 : 1)).findings();
        Findings unknown = runs((run, disk) ->
                        io(run, disk, Math.exp(0.1 * random(run + 50, disk).nextGaussian())))
                .findings();

        Reports.write(directory, slow);
        for (String answer : List.of(
                Reports.text(slow),
                Reports.answerMarkdown(slow),
                Files.readString(directory.resolve("report.md")),
                Files.readString(directory.resolve("report.json")),
                Files.readString(directory.resolve("report-warnings.csv")),
                Files.readString(directory.resolve("report.html")))) {
            assertThat(answer).contains("sdd of node1 at /mnt/sdd (20 % below)");
        }
        assertThat(Reports.json(slow)).contains("\"node\": \"node1\",");
        Reports.write(directory, unknown);
        for (String answer : List.of(
                Reports.text(unknown),
                Files.readString(directory.resolve("report.md")),
                Files.readString(directory.resolve("report.json")),
                Files.readString(directory.resolve("report.html")))) {
            assertThat(answer).contains("bytes a busy second differ by ").doesNotContain("slow-disk");
        }
    }

    @Test
    void aSlowDiskIsNamedOnceAndAboveTheVerdict() throws IOException {
        Findings slow = runs((run, disk) -> io(run, disk, disk == 3 ? 0.8 : 1)).findings();
        String name = "slow disk: disks has sdd of node1 at /mnt/sdd (20 % below), by bytes a busy second, against the"
                + " median of 11 (HDD M1 of 2 TB, hdfs). Jobs wait for it, so replace it or leave it out, and measure"
                + " again.";

        String text = Reports.text(slow);
        assertThat(text.indexOf(name)).isPositive().isLessThan(text.indexOf("Slow disks"));
        assertThat(text.split("of node1 at /mnt/sdd", -1)).hasSize(2);
    }

    @Test
    void equalDisksAreNotNamedAndTheFindingSaysSo() {
        Measured runs = runs((run, disk) -> io(run, disk, 1));

        assertThat(only(runs).slow()).isEmpty();
        assertThat(only(runs).says()).isEqualTo("none of 11 disks is slow");
        assertThat(only(runs).cv()).isBetween(0.003, 0.01);
        assertThat(runs.findings().doubts())
                .extracting(CellWarning::warning)
                .extracting(Warning::code)
                .doesNotContain("slow-disk");
    }

    @Test
    void lessThanATenthIsNotNamedNorIsADiskThatWasSlowInOneHalf() {
        assertThat(only(runs((run, disk) -> io(run, disk, disk == 3 ? 0.93 : 1)))
                        .slow())
                .isEmpty();
        assertThat(only(runs((run, disk) -> io(run, disk, disk == 3 && run < 5 ? 0.8 : 1)))
                        .slow())
                .isEmpty();
    }

    @Test
    void aDiskThatGetsSmallerRequestsOrMoreReadsDoesNotCount() {
        DiskFinding smaller = only(runs((run, disk) -> {
            Io io = io(run, disk, disk == 3 ? 0.8 : 1);
            double bytes = io.bytesRead() + (double) io.bytesWritten();
            return disk == 3 ? DiskCluster.io(bytes, 0.5, MIB / 3, io.busy() * 100) : io;
        }));
        DiskFinding reading = only(runs((run, disk) -> {
            Io io = io(run, disk, disk == 3 ? 0.8 : 1);
            double bytes = io.bytesRead() + (double) io.bytesWritten();
            return disk == 3 ? DiskCluster.io(bytes, 0.7, MIB / 2, io.busy() * 100) : io;
        }));

        assertThat(List.of(smaller, reading)).allSatisfy(finding -> {
            assertThat(finding.slow()).isEmpty();
            assertThat(finding.says()).isEqualTo("none of 10 disks is slow; 1 more cannot be judged");
        });
    }

    @Test
    void aRunInWhichADiskMovedLittleDoesNotCountForIt() {
        DiskFinding finding = only(runs(9, (run, disk) -> {
            Io io = io(run, disk, 1);
            return disk == 3 && run % 3 == 0 ? DiskCluster.io(4e8, 0.5, MIB / 2, 40) : io;
        }));

        assertThat(finding.judged()).isEqualTo(11);
        assertThat(finding.slow()).isEmpty();
    }

    @Test
    void anSsdAmongHddsIsOfAnotherKindAndFlashIsNotJudged() {
        Measured runs = new Measured();
        IntStream.range(0, RUNS).forEach(run -> {
            DiskCluster cluster = new DiskCluster();
            for (int disk = 0; disk < 11; disk++) {
                // A slow one of three SSDs, and SSDs that are slower than the HDDs.
                boolean flash = disk > 7;
                double speed = disk == 9 ? 0.3 : flash ? 0.5 : 1;
                cluster.disk("node", "sd" + (char) ('a' + disk), "M1", !flash, io(run, disk, speed));
            }
            runs.next("terasort", "disks", 100).evidence(cluster.evidence());
        });

        assertThat(runs.findings().disks()).hasSize(2).allSatisfy(one -> assertThat(one.slow())
                .isEmpty());
        assertThat(runs.findings().disks())
                .extracting(DiskFinding::says)
                .containsExactly(
                        "none of 8 disks is slow",
                        "cannot judge whether a disk is slow, because busy time shows the speed only of disks with platters");
    }

    @Test
    void disksThatAControlGroupLimitsCannotBeJudged() {
        DiskFinding finding = only(runs((run, disk) -> {
            Io io = io(run, disk, disk == 3 ? 0.8 : 1);
            return DiskCluster.io(io.bytesRead() + (double) io.bytesWritten(), 0.5, MIB / 2, 100 * io.busy() / 50);
        }));

        assertThat(finding.slow()).isEmpty();
        assertThat(finding.says())
                .startsWith("cannot judge whether a disk is slow, because the disks were busy enough in 0 runs");
    }

    @Test
    void noiseAndFewRunsCannotBeJudged() {
        assertThat(only(runs((run, disk) -> io(
                                run,
                                disk,
                                Math.exp(0.05 * random(run + 50, disk).nextGaussian()))))
                        .says())
                .matches(".*because bytes a busy second differ by [456][.]. % from run to run, and may by at most 3 %");
        assertThat(only(runs(5, (run, disk) -> io(run, disk, disk == 3 ? 0.8 : 1)))
                        .says())
                .startsWith("cannot judge whether a disk is slow, because the disks were busy enough in 5 runs");
    }

    @Test
    void oldRecordsWithoutTimesAndTwoDisksSayNothing() {
        NodeMetrics two = new DiskCluster()
                .hdd("node", "sda", io(1, 1, 1))
                .hdd("node", "sdb", io(1, 2, 0.5))
                .evidence();
        Measured runs = new Measured();
        IntStream.range(0, RUNS)
                .forEach(run -> runs.next("terasort", "disks", 100).evidence(two));

        assertThat(runs.findings().disks()).isEmpty();
        assertThat(only(runs((run, disk) -> Io.moved(1_000_000L, 1_000_000L))).says())
                .startsWith("cannot judge");
    }
}
