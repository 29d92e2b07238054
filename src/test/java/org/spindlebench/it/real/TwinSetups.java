package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * An experiment with two setups, {@code first} and {@code second}, that are the same: the cluster as it is. The cluster
 * has one worker, because HDFS counts a file system once for each DataNode that has a directory on it, and setups are
 * checked against that. The job of the experiment sleeps.
 *
 * @param campaign the campaign whose results directory it uses
 */
record TwinSetups(RealCampaign campaign) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> NAMES = List.of("first", "second");

    /** Starts a cluster with one worker. */
    static ProcessCluster cluster() throws Exception {
        return ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withWorkers(1));
    }

    /**
     * Plans the experiment as Spindle does, and saves the plan as if the experiment had begun, so that it can be
     * resumed.
     *
     * @param shape lines of the experiment's file: order, visits, warm-ups
     * @param millis how long the run of an index, from 1, sleeps
     * @return the campaign's name
     */
    String save(String shape, IntToLongFunction millis) throws Exception {
        files();
        write("sleep.yaml", """
                name: sleep
                bytes_per_node: 1MB
                runs:
                  - jobs: [sleep]
                """);
        Path experiment = write(
                campaign.name() + ".yaml",
                "name: " + campaign.name() + "\nsuite: sleep.yaml\nsetups: [first.yaml, second.yaml]\n" + shape);
        ClientRun planned = campaign.cluster()
                .client()
                .arguments("plan", "--experiment", experiment.toString(), "--seed", "5", "--json")
                .run();
        assertThat(planned.exitCode()).as(planned::tails).isZero();
        JsonNode plan = JSON.readTree(planned.out());
        for (JsonNode visit : plan.path("visits")) {
            for (JsonNode run : visit.path("runs")) {
                long sleep = millis.applyAsLong(run.path("index").asInt());
                ((ObjectNode) run.path("configuration")).put("spindle.hold.ms", String.valueOf(sleep));
            }
        }
        return save(plan);
    }

    private String save(JsonNode plan) throws IOException {
        String name = plan.path("campaign").asText();
        Path directory = campaign.out().resolve(name);
        Files.createDirectories(directory.resolve("runs"));
        Files.createDirectories(directory.resolve("warm-ups"));
        for (String setup : NAMES) {
            Path kept = Files.createDirectories(directory.resolve("setups").resolve(setup));
            Files.writeString(kept.resolve("setup.yaml"), setup(setup));
        }
        // These are the options of clients of this campaign, with one task per run.
        Files.writeString(
                directory.resolve("options.json"),
                JSON.writeValueAsString(Map.of(
                        "schema",
                        1,
                        "texts",
                        Map.of("--base-dir", campaign.name(), "--slots", "1"),
                        "embedded",
                        false)));
        Files.writeString(directory.resolve("plan.json"), plan.toString());
        return name;
    }

    /** Writes the setups' files, and returns them. */
    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : NAMES) {
            files.add(write(name + ".yaml", setup(name)));
        }
        return files;
    }

    private String setup(String name) {
        Path data = campaign.cluster().directory().resolve("data");
        return """
                name: %s
                devices:
                  disk: {kind: hdd, count: 1, hdfs_directories: [%s], shuffle_directories: [%s]}
                hdfs: disk
                shuffle: disk
                way: {kind: as-is}
                """.formatted(name, data.resolve("datanode-0"), data.resolve("nodemanager-0"));
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(campaign.cluster().directory().resolve(name), text);
    }
}
