package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.LoopDevice;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests setups that are storage policies, on DataNodes with a DISK and an SSD directory: an experiment with two of
 * them, and one that cannot be satisfied. Runs 10 MapReduce jobs: 5 runs, 2 inputs and 3 task checks.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class PolicySetupIT {
    private static final String PLACED = "storage of every block";

    @TempDir
    private static Path directory;

    private static LoopDevice device;
    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        assumeTrue(LoopDevice.isPossible(), "a loop device needs root, losetup and mkfs.ext4");
        device = LoopDevice.make(directory, 3L << 30);
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withWorkers(1).withSsds(device.mountPoint()));
    }

    @AfterAll
    static void endCluster() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (device != null) {
            device.remove();
        }
    }

    @Test
    void replicasOfAnExperimentAreWhereEachPolicyWantsThem() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "policies");
        Path experiment = write("policies.yaml", """
                name: policies
                suite: policies-suite.yaml
                setups: [hot.yaml, all-ssd.yaml]
                visits: 1
                """);
        write("policies-suite.yaml", """
                name: policies-suite
                bytes_per_node: 8MB
                runs:
                  - jobs: [hdfs-write, dfsio-read]
                """);
        setup("HOT");
        setup("ALL_SSD");

        ClientRun run =
                campaign.client("--experiment", experiment.toString(), "--yes").run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(4).allSatisfy(one -> {
            String expected = one.subject().setup().equals("hot") ? "DISK only" : "SSD only";
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(one.proof())
                    .filteredOn(check -> check.name().equals(PLACED))
                    .isNotEmpty()
                    .allSatisfy(check -> assertThat(check.actual()).isEqualTo(expected));
            assertThat(one.position().total()).isEqualTo(4);
        });
        assertThat(records.stream()
                        .map(one -> one.position().visit() + one.subject().setup())
                        .distinct())
                .hasSize(2);
        assertThat(records.stream().map(one -> one.position().visit()).distinct())
                .containsExactly(1, 2);
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }

    @Test
    void aPolicyThatHdfsCannotKeepMakesTheRunInvalid() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "full-ssd");
        // Less than a block is left on the SSD, so HDFS silently writes to its disks.
        Path filler = fill(64L << 20);
        Path suite = write("one-write.yaml", """
                name: one-write
                bytes_per_node: 1MB
                runs:
                  - jobs: [hdfs-write]
                """);
        Path setup = setup("ALL_SSD");

        ClientRun run = campaign.client("--suite", suite.toString(), "--setup", setup.toString(), "--yes")
                .run();
        Files.delete(filler);

        assertThat(run.exitCode()).as(run::tails).isEqualTo(1);
        assertThat(campaign.records()).singleElement().satisfies(one -> {
            assertThat(one.status()).isEqualTo(Status.INVALID);
            assertThat(one.proof())
                    .filteredOn(check -> check.name().equals(PLACED))
                    .singleElement()
                    .satisfies(check -> {
                        assertThat(check.passed()).isFalse();
                        assertThat(check.actual()).contains("DISK");
                    });
            assertThat(one.reasons().toString()).contains(PLACED);
        });
    }

    /** Fills the device with a file, except for this number of bytes. */
    private static Path fill(long rest) throws IOException {
        Path file = device.mountPoint().resolve("filler");
        long left = device.mountPoint().toFile().getUsableSpace() - rest;
        try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] bytes = new byte[1 << 20];
            for (long written = 0; written < left; written += bytes.length) {
                filler.write(bytes);
            }
        }
        return file;
    }

    private static Path setup(String policy) throws IOException {
        String name = policy.toLowerCase(Locale.ROOT).replace('_', '-');
        Path data = cluster.directory().resolve("data");
        return write(name + ".yaml", """
                name: %s
                devices:
                  disk:
                    kind: %s
                    count: 1
                    hdfs_directories: [%s]
                    shuffle_directories: [%s]
                  flash:
                    kind: %s
                    count: 1
                    storage: SSD
                    paths: [%s]
                    hdfs_directories: [%s]
                hdfs: [disk, flash]
                shuffle: disk
                way: {kind: policy, policy: %s}
                """.formatted(
                        name,
                        device.kind(),
                        data.resolve("datanode-0"),
                        data.resolve("nodemanager-0"),
                        device.kind(),
                        device.mountPoint(),
                        device.mountPoint().resolve("datanode-0"),
                        policy));
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(cluster.directory().resolve(name), text);
    }
}
