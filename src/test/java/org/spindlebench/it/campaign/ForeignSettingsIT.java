package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.embedded.Gateway;

/**
 * A setup's file starts an embedded cluster on a gateway, which leaves the settings of the gateway's own Hadoop alone,
 * and the directories that they name. Runs no MapReduce job.
 */
class ForeignSettingsIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    @Test
    void aSetupsFileStartsAClusterThatKnowsNothingOfIt() throws Exception {
        Gateway gateway = Gateway.in(directory);
        SpindleCommand spindle = new SpindleCommand(directory);
        spindle.configuredBy(gateway.conf());
        Path disk = Files.createDirectories(directory.resolve("disk"));
        Path setup = directory.resolve("mine.yaml");
        Files.writeString(setup, """
                name: mine
                devices:
                  disk: {kind: hdd, count: 1, hdfs_directories: %1$s/hdfs, shuffle_directories: %1$s/shuffle}
                hdfs: [disk]
                shuffle: [disk]
                way: {kind: embedded}
                """.formatted(disk));
        Files.createDirectories(disk.resolve("hdfs"));
        Files.createDirectories(disk.resolve("shuffle"));

        ClientRun run = spindle.startScript(
                LIMIT,
                "check",
                "--suite",
                "quick",
                "--bytes-per-node",
                "8MB",
                "--setup",
                setup.toString(),
                "--yes",
                "--out",
                "results");

        assertThat(run.waitFor()).as(run::tails).isIn(0, 2);
        assertThat(run.out()).as(run::tails).contains("Cluster: Hadoop");
        assertThat(run.err()).contains("Spindle does not use the settings in " + gateway.conf());
        assertThat(gateway.isUntouched()).isTrue();
    }
}
