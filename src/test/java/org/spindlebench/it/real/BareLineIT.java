package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.LoopDevice;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Types {@code hadoop jar bench-runner.jar --suite full}, and nothing else, on a cluster of separate daemons. Its node
 * has a small disk, and little memory: the client has a {@code /proc/meminfo} of its own. The suite is the one that
 * ships, with fewer jobs and repeats. Runs some ten MapReduce jobs.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class BareLineIT {
    private static final long MEMORY = 768L << 20;
    private static final long DISK = 9L << 30;

    @TempDir
    private static Path directory;

    private static LoopDevice disk;
    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        assumeTrue(LoopDevice.isPossible(), "loop devices and mounts need root, losetup and mkfs.ext4");
        disk = LoopDevice.make(Files.createDirectory(directory.resolve("disk")), DISK);
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults()
                        .withWorkers(1)
                        .withNodeMemoryMb(3072)
                        .withDisk(0, disk.mountPoint())
                        .withYarnSetting("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5"));
    }

    @AfterAll
    static void endCluster() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (disk != null) {
            disk.remove();
        }
    }

    /** Writes the suite that ships where a user's own suites are, with few of its runs. */
    private static Path withFewRuns(Path work) throws IOException {
        Path suites = Files.createDirectories(work.resolve("conf/suites"));
        String shipped = Files.readString(ProcessCluster.projectRoot().resolve("conf/suites/full.yaml"));
        String head = shipped.substring(0, shipped.indexOf("\nruns:")).replace("repeats: 5", "repeats: 1");
        assertThat(head).contains("bytes_per_node: 8GB\n", "measures: storage\n", "repeats: 1");
        Files.writeString(suites.resolve("full.yaml"), head + """

                runs:
                  - jobs: [terasort, hdfs-write, dfsio-read]
                    compression: none
                """);
        return work;
    }

    /** Returns a program that starts another one, for which this node has as much memory as the test says. */
    private static String[] withLittleMemory() throws IOException {
        Path stated = directory.resolve("meminfo");
        Files.writeString(
                stated,
                Files.readString(Path.of("/proc/meminfo"))
                        .replaceFirst("(?m)^MemTotal: .*$", "MemTotal: " + (MEMORY >> 10) + " kB")
                        .replaceFirst("(?m)^Dirty: .*$", "Dirty: 0 kB")
                        .replaceFirst("(?m)^Writeback: .*$", "Writeback: 0 kB"));
        return new String[] {
            "unshare", "--mount", "sh", "-c", "mount --bind " + stated + " /proc/meminfo && exec \"$@\"", "sh"
        };
    }

    private static Path only(Path parent) throws IOException {
        try (Stream<Path> found = Files.list(parent)) {
            return found.filter(path -> path.getFileName().toString().startsWith("full-"))
                    .collect(Collectors.collectingAndThen(Collectors.toList(), all -> {
                        assertThat(all).hasSize(1);
                        return all.get(0);
                    }));
        }
    }

    @Test
    void itEndsInAnAnswerAboutStorage() throws Exception {
        Path work = withFewRuns(directory.resolve("work"));
        ClientRun client = cluster.client()
                .through(withLittleMemory())
                .directory(work)
                .arguments("--suite", "full")
                .timeout(Duration.ofMinutes(15))
                .run();
        assertThat(client.exitCode()).as(client::tails).isZero();

        String said = client.err();
        assertThat(said).contains("Sizes: ", "Cooling: --cold local.");
        assertThat(said.indexOf("  hours   0."))
                .as("hours are said before the first run: " + client.tails())
                .isBetween(0, said.indexOf("Campaign full-"));

        Path results = only(work.resolve("results"));
        List<RunRecord> records;
        try (Stream<RunRecord> read = Records.read(results)) {
            records = read.toList();
        }
        assertThat(records).hasSize(3).allSatisfy(run -> {
            assertThat(run.status()).as(run.reasons().toString()).isEqualTo(Status.OK);
            assertThat(run.subject().settings()).containsEntry("cache", "cold");
            assertThat(run.cache().method()).isEqualTo("local");
        });
        Map<String, Long> sizes = records.stream()
                .collect(Collectors.toMap(
                        run -> run.subject().job(),
                        run -> Long.parseLong(run.subject().settings().get("bytes_per_node"))));
        assertThat(sizes.values())
                .as("1.5 times the memory would be less than 8 GB")
                .allSatisfy(bytes -> assertThat(bytes).isBetween(MEMORY, 8_000_000_000L - 1));
        JsonNode space = new ObjectMapper()
                .readTree(results.resolve("estimate.json").toFile())
                .path("hdfs");
        assertThat(space.path("bytes").asDouble() / space.path("free").asDouble())
                .as("nearly half of the free space")
                .isBetween(0.2, 0.5);
        assertThat(Files.readString(results.resolve("options.json"))).contains("\"--cold\"", "\"local\"");

        assertAnswered(client, results, sizes);
    }

    /** The headline is on the terminal, on the page, and in the other forms of the report. */
    private static void assertAnswered(ClientRun client, Path results, Map<String, Long> sizes) throws IOException {
        String headline = new ObjectMapper()
                .readTree(results.resolve("report.json").toFile())
                .path("headline")
                .asText();
        System.out.println("Hadoop " + System.getProperty("spindle.hadoop.version") + ", exit code " + client.exitCode()
                + ", bytes per node " + sizes + ", --cold local: " + headline);
        assertThat(headline).contains("Caches were cold, and the data is larger than the nodes");
        assertThat(client.err()).contains(headline);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("Caches were cold, and the data is larger than the nodes");
        assertThat(Files.readString(results.resolve("report.md")))
                .contains("Caches were cold, and the data is larger than the nodes");
    }
}
