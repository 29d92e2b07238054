package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;

/** Runs a workload of two tiny jobs on two setups, twice each: 20 MapReduce jobs, four of which make input. */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class WorkloadVisitsIT {
    private static final Duration LIMIT = Duration.ofMinutes(12);
    private static final int VISITS = 4;
    private static final String WORKLOAD = """
            name: tiny
            repeats: 1
            bytes_per_map: 8MB
            jobs:
              - {name: read, class: small, arrival: 0, input: 8MB}
              - {name: sort, class: large, arrival: 1, input: 8MB, shuffle: 8MB, output: 8MB}
            """;

    @Test
    void everyVisitHasItsMakespanAndSetupsAreCompared() throws Exception {
        try (ProcessCluster cluster = TwinSetups.cluster()) {
            visit(new RealCampaign(cluster, "tiny"));
        }
    }

    private static void visit(RealCampaign campaign) throws Exception {
        TwinSetups twins = new TwinSetups(campaign);
        List<Path> setups = twins.files();
        ClientRun run = campaign.client(
                        "run",
                        "--workload",
                        twins.write("tiny.yaml", WORKLOAD).toString(),
                        "--setup",
                        setups.get(0).toString(),
                        "--setup",
                        setups.get(1).toString(),
                        "--visits",
                        "2",
                        "--slots",
                        "1",
                        "--yes")
                .timeout(LIMIT)
                .run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.out()).contains("makespan of tiny", "slow-down of tiny");
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(VISITS * (2 + 2)).allSatisfy(one -> assertThat(one.status())
                .as(one.reasons().toString())
                .isEqualTo(Status.OK));
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(campaign.directory().resolve("report.json").toFile());
        for (String number : List.of("makespan of tiny", "slow-down of tiny", "slow-down of tiny, job sort")) {
            assertThat(StreamSupport.stream(report.path("cells").spliterator(), false)
                            .filter(one -> one.path("job").asText().equals(number)))
                    .as(number)
                    .hasSize(2)
                    .allMatch(one ->
                            one.path("n").asInt() == 2 && one.path("mean").asDouble() > 0);
        }
        assertThat(StreamSupport.stream(report.path("comparisons").spliterator(), false)
                        .filter(one -> one.path("metric").asText().equals("makespan")))
                .singleElement()
                .satisfies(one ->
                        assertThat(one.path("observations_baseline").asInt()).isEqualTo(2))
                .satisfies(one ->
                        assertThat(one.path("observations_contender").asInt()).isEqualTo(2));
    }
}
