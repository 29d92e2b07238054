package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * A cluster that becomes 1 % slower with every run, and two setups that are the same: in a sequential order the second looks slower, in ABBA order it does
 * not. 24 runs of the job that sleeps.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class DriftIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int VISITS = 6;
    private static final double MILLIS = 12_000;
    private static final double DRIFT = 1.01;

    @Test
    void aPlantedDriftBiasesASequentialOrderAndNotAnAbbaOne(ProcessCluster cluster) throws Exception {
        SpeedUp sequential = speedUp(cluster, "sequential");
        SpeedUp abba = speedUp(cluster, "abba");
        System.out.println("first setup over second, both the same: sequential " + sequential + ", abba " + abba);

        // The second setup's runs are 6 runs later: by what was planted 1.01^-6 = 0.942, diluted by what does not
        // drift.
        assertThat(sequential.ratio()).isLessThan(0.97);
        assertThat(sequential.interval().map(Interval::high))
                .hasValueSatisfying(high -> assertThat(high).isLessThan(1));
        assertThat(abba.ratio()).isBetween(0.985, 1.015);
        assertThat(abba.interval()).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isLessThan(1);
            assertThat(interval.high()).isGreaterThan(1);
        });
    }

    private static SpeedUp speedUp(ProcessCluster cluster, String order) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "drift-" + order);
        String name = plan(cluster, campaign, order);

        ClientRun run = campaign.client("run", "--resume", name, "--slots", "1")
                .timeout(Duration.ofMinutes(12))
                .run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        try (Stream<RunRecord> records = Records.read(campaign.directory())) {
            return Findings.of(Runs.of(records), ComparisonOptions.standard().against("first"))
                    .comparisons()
                    .findFirst()
                    .orElseThrow()
                    .speedUp();
        }
    }

    /** The plan as Spindle makes it, saved as if it had been begun, with a delay for each run; the campaign's name. */
    private static String plan(ProcessCluster cluster, RealCampaign campaign, String order) throws Exception {
        write(cluster, "sleep.yaml", """
                name: sleep
                bytes_per_node: 1MB
                runs:
                  - jobs: [sleep]
                """);
        for (String name : List.of("first", "second")) {
            Path data = cluster.directory().resolve("data");
            write(cluster, name + ".yaml", """
                    name: %s
                    devices:
                      disk: {kind: hdd, count: 1, paths: [%s], hdfs_directories: [%s], shuffle_directories: [%s]}
                    hdfs: disk
                    shuffle: disk
                    way: {kind: as-is}
                    """.formatted(
                            name, data, workers(data, "datanode"), workers(data, "nodemanager")));
        }
        Path experiment = write(cluster, "drift-" + order + ".yaml", """
                name: drift-%s
                suite: sleep.yaml
                setups: [first.yaml, second.yaml]
                order: %s
                visits: %d
                """.formatted(order, order, VISITS));
        ClientRun planned = cluster.client()
                .arguments("plan", "--experiment", experiment.toString(), "--seed", "5", "--json")
                .run();
        assertThat(planned.exitCode()).as(planned::tails).isZero();
        JsonNode plan = JSON.readTree(planned.out());
        for (JsonNode visit : plan.path("visits")) {
            for (JsonNode run : visit.path("runs")) {
                double millis = MILLIS * Math.pow(DRIFT, run.path("index").asInt() - 1);
                ((ObjectNode) run.path("configuration")).put("spindle.hold.ms", String.valueOf(Math.round(millis)));
            }
        }
        String name = plan.path("campaign").asText();
        Path directory = Files.createDirectories(campaign.out().resolve(name).resolve("runs"));
        for (String setup : List.of("first", "second")) {
            Path kept =
                    Files.createDirectories(directory.resolveSibling("setups").resolve(setup));
            Files.copy(cluster.directory().resolve(setup + ".yaml"), kept.resolve("setup.yaml"));
        }
        Files.writeString(directory.resolveSibling("plan.json"), plan.toString());
        return name;
    }

    private static String workers(Path data, String daemon) {
        return "'" + data.resolve(daemon + "-0") + "', '" + data.resolve(daemon + "-1") + "'";
    }

    private static Path write(ProcessCluster cluster, String name, String text) throws IOException {
        return Files.writeString(cluster.directory().resolve(name), text);
    }
}
