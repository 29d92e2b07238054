package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.LoopDevice;

/**
 * Runs embedded setups on separate file systems. The kernel's counters show which device gets the bytes of HDFS and of
 * the shuffle. Needs root.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class SetupDevicesIT {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final long DEVICE_BYTES = 4L << 30;
    private static final int SPLIT = 3;

    /** More bytes than a file system writes by itself. */
    private static final long SEEN = 10_000_000;

    @TempDir
    private static Path directory;

    private static final List<LoopDevice> DEVICES = new ArrayList<>();

    @BeforeAll
    static void makeDevices() throws Exception {
        assumeTrue(LoopDevice.isPossible(), "a loop device needs root, losetup and mkfs.ext4");
        for (String name : List.of("disk", "flash", "other")) {
            DEVICES.add(LoopDevice.make(Files.createDirectory(directory.resolve(name)), DEVICE_BYTES));
        }
    }

    @AfterAll
    static void removeDevices() throws Exception {
        for (LoopDevice device : DEVICES) {
            device.remove();
        }
    }

    @Test
    void theModesOfAHybridNodePutTheBytesWhereTheySay() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--experiment", "hybrid-modes", "--cold", "local"));
        Map<String, String> modes = Map.of(
                "hybrid", "hdfs: [hdd, ssd]\nshuffle: [hdd, ssd]",
                "hybrid-ssd-for-shuffle", "hdfs: [hdd]\nshuffle: [ssd]",
                "hybrid-ssd-for-hdfs", "hdfs: [ssd]\nshuffle: [hdd]");
        for (Map.Entry<String, String> mode : modes.entrySet()) {
            arguments.addAll(
                    List.of("--setup", setup(mode.getKey(), mode.getValue()).toString()));
        }
        arguments.addAll(List.of(
                "--jobs", "terasort", "--bytes-per-node", "256MB", "--visits", "1", "--datanodes", "1", "--yes"));

        List<RunRecord> records = run("modes", arguments);

        // Compression off and on, under each of three setups.
        assertThat(records).hasSize(6);
        for (RunRecord one : records) {
            String setup = one.subject().setup();
            Map<String, Long> written = written(one);
            String compression = one.subject().settings().get("compression");
            System.out.println(setup + " " + compression + ": " + written + " for "
                    + one.sizes().bytes());
            long disk = written.get(name(DEVICES.get(0).name()));
            long flash = written.get(name(DEVICES.get(1).name()));
            switch (setup) {
                case "hybrid" -> {
                    assertThat(role(one, "hdfs").ofDevices())
                            .as("both devices serve HDFS and the shuffle")
                            .isFalse();
                    assertThat(Math.min(disk, flash)).isGreaterThan(SEEN);
                }
                case "hybrid-ssd-for-shuffle" -> assertHdfsAndShuffle(one, 0, 1);
                case "hybrid-ssd-for-hdfs" -> assertHdfsAndShuffle(one, 1, 0);
                default -> fail(setup);
            }
        }
    }

    /**
     * Checks that HDFS's bytes are on one device, and some of the shuffle's on the other. The page cache may keep the
     * rest until it is deleted.
     */
    private static void assertHdfsAndShuffle(RunRecord run, int hdfs, int shuffle) {
        assertThat(role(run, "hdfs").devices().values())
                .containsExactly(List.of(name(DEVICES.get(hdfs).name())));
        assertThat(role(run, "shuffle").devices().values())
                .containsExactly(List.of(name(DEVICES.get(shuffle).name())));
        assertThat(role(run, "hdfs").io().bytesWritten()).isBetween(250_000_000L, 330_000_000L);
        assertThat(role(run, "shuffle").io().bytesWritten()).isGreaterThan(SEEN);
    }

    @Test
    void hdfsFillsItsDirectoriesInTurns() throws Exception {
        Path suite = suite("many-blocks", "hdfs-write", "dfs.blocksize: 1048576");
        Path setup = setup("split-hdfs", "hdfs: [hdd, ssd]\nshuffle: [other]");

        List<RunRecord> records = run(
                "hdfs", List.of("--suite", suite.toString(), "--setup", setup.toString(), "--datanodes", "1", "--yes"));

        Map<String, Long> written = written(records.get(0));
        double flash = share(written);
        System.out.println("HDFS in " + SPLIT + " of " + (SPLIT + 1) + " directories on the split device: " + flash
                + " of " + written);
        // 120 blocks go to 4 directories in turn, of which 3 are on one device.
        assertThat(flash).isCloseTo((double) SPLIT / (SPLIT + 1), within(0.03));
    }

    @Test
    void theShuffleFillsItsDirectoriesAlikeInExpectation() throws Exception {
        Path suite = suite("many-maps", "terasort", "dfs.blocksize: 2097152");
        Path setup = setup("split-shuffle", "hdfs: [other]\nshuffle: [hdd, ssd]");

        List<RunRecord> records = run(
                "shuffle",
                List.of("--suite", suite.toString(), "--setup", setup.toString(), "--datanodes", "1", "--yes"));

        Map<String, Long> written = written(records.get(0));
        double flash = share(written);
        int maps = records.get(0).wave().maps();
        double expected = (double) SPLIT / (SPLIT + 1);
        double error = Math.sqrt(expected * (1 - expected) / maps);
        System.out.println("shuffle in " + SPLIT + " of " + (SPLIT + 1) + " directories on the split device: " + flash
                + " of " + written + ", " + maps + " maps, sampling error " + error);
        assertThat(maps).isGreaterThanOrEqualTo(60);
        assertThat(flash).isCloseTo(expected, within(3.5 * error));
    }

    /** Returns the second device's share of the bytes that both devices got. */
    private static double share(Map<String, Long> written) {
        double disk = written.get(name(DEVICES.get(0).name()));
        double flash = written.get(name(DEVICES.get(1).name()));
        return flash / (disk + flash);
    }

    private static Path suite(String name, String job, String setting) throws Exception {
        return Files.writeString(directory.resolve(name + "-suite.yaml"), """
                name: %s
                bytes_per_node: 120MiB
                repeats: 1
                configuration:
                  %s
                runs:
                  - {jobs: [%s], compression: none}
                """.formatted(name, setting, job));
    }

    private static Path setup(String name, String roles) throws Exception {
        List<String> used = List.of("hdd", "ssd", "other").stream()
                .filter(device -> roles.contains(device))
                .toList();
        StringBuilder devices = new StringBuilder();
        for (int i = 0; i < DEVICES.size(); i++) {
            String device = List.of("hdd", "ssd", "other").get(i);
            if (used.contains(device)) {
                boolean split = device.equals("ssd") && name.startsWith("split");
                devices.append("  %s: {kind: %s, count: 1, %spaths: [%s]}\n"
                        .formatted(
                                device,
                                DEVICES.get(i).kind(),
                                split ? "split: " + SPLIT + ", " : "",
                                DEVICES.get(i).mountPoint()));
            }
        }
        return Files.writeString(
                directory.resolve(name + ".yaml"),
                "name: " + name + "\ndevices:\n" + devices + roles + "\nway: {kind: embedded}\n");
    }

    private static List<RunRecord> run(String name, List<String> arguments) throws Exception {
        Path work = Files.createDirectory(directory.resolve("work-" + name));
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(arguments);
        all.addAll(List.of("--out", "results"));
        ClientRun run = new SpindleCommand(work).startScript(LIMIT, all.toArray(new String[0]));
        assertThat(run.waitFor()).as(run::tails).isZero();
        List<RunRecord> records =
                CampaignResults.under(work.resolve("results")).get(0).records();
        assertThat(records).isNotEmpty().allSatisfy(one -> assertThat(one.status())
                .isEqualTo(Status.OK));
        return records;
    }

    private static RoleIo role(RunRecord run, String role) {
        return run.evidence().proofs().flushed().stream()
                .filter(figures -> figures.role().equals(role))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the bytes that each device got during the job. */
    private static Map<String, Long> written(RunRecord run) {
        return run.evidence().nodes().get(0).devices().stream()
                .collect(Collectors.toMap(
                        DeviceIo::device, device -> device.io().bytesWritten(), Long::sum, TreeMap::new));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
