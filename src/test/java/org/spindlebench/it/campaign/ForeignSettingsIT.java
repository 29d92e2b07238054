package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;

/**
 * An embedded cluster on a gateway leaves the settings of the gateway's own Hadoop alone, and the directories that they
 * name. Runs no MapReduce job.
 */
class ForeignSettingsIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private Path conf;
    private Path segment;

    @BeforeEach
    void makeAGateway() throws IOException {
        conf = Files.createDirectory(directory.resolve("conf"));
        segment = directory.resolve("edits/current/edits_0000000000000000001-0000000000000000042");
        Files.createDirectories(segment.getParent());
        Files.writeString(segment, "what production has done");
        site(
                "hdfs-site.xml",
                "dfs.namenode.edits.dir",
                segment.getParent().getParent().toUri().toString());
        site("mapred-site.xml", "mapreduce.task.io.sort.mb", "7");
        site("yarn-site.xml", "yarn.resourcemanager.recovery.enabled", "true");
        site("core-site.xml", "io.file.buffer.size", "4711");
    }

    private void site(String file, String key, String value) throws IOException {
        Files.writeString(
                conf.resolve(file),
                "<configuration><property><name>" + key + "</name><value>" + value
                        + "</value></property></configuration>");
    }

    @Test
    void aSetupsFileStartsAClusterThatKnowsNothingOfIt() throws Exception {
        SpindleCommand spindle = new SpindleCommand(directory);
        spindle.configuredBy(conf);
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
        assertThat(run.err()).contains("Spindle does not use the settings in " + conf);
        assertThat(segment).content().isEqualTo("what production has done");
    }

    @Test
    void itsDaemonsAndItsClientsHaveHadoopsDefaults() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader gateway = new URLClassLoader(new URL[] {conf.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(gateway);
            Path work = Files.createDirectory(directory.resolve("work"));
            try (EmbeddedCluster cluster =
                    EmbeddedCluster.start(EmbeddedOptions.defaults().withWorkDir(work))) {
                Configuration clients = cluster.configuration();

                assertThat(clients.get("mapreduce.task.io.sort.mb")).isEqualTo("100");
                for (String daemon : List.of("yarn.resourcemanager.webapp.address", "dfs.namenode.http-address")) {
                    assertThat(configurationOf(clients.get(daemon)))
                            .contains("io.file.buffer.size")
                            .doesNotContain("4711")
                            .doesNotContain(segment.getParent().getParent().toString());
                }
                assertThat(configurationOf(clients.get("yarn.resourcemanager.webapp.address")))
                        .contains("<name>yarn.resourcemanager.recovery.enabled</name><value>false</value>");
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(segment).content().isEqualTo("what production has done");
    }

    private static String configurationOf(String daemon) throws IOException {
        URL conf = URI.create("http://" + daemon + "/conf").toURL();
        return new String(conf.openStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
