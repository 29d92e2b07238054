package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;

/**
 * Runs a workload of three tiny jobs, two of them alike, on an embedded cluster. These are six MapReduce jobs, one of
 * which makes the pool of input. Only the profile {@code long} runs it.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class WorkloadIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String WORKLOAD = """
            name: tiny
            repeats: 1
            bytes_per_map: 8MB
            bytes_per_reduce: 4MB
            jobs:
              - {name: read, class: small, arrival: 0, input: 16MB, shuffle: 1MB, output: 0}
              - {name: sort, class: large, arrival: 1, input: 8MB, shuffle: 8MB, output: 8MB}
              - {name: again, class: small, arrival: 2, input: 16MB, shuffle: 1MB, output: 0}
            """;

    @TempDir
    private static Path directory;

    private static ClientRun run;
    private static CampaignResults results;
    private static Map<String, RunRecord> records;
    /** The workload's numbers in the report, by name. */
    private static Map<String, Double> numbers;

    @BeforeAll
    static void runTheWorkload() throws Exception {
        Files.writeString(directory.resolve("tiny.yaml"), WORKLOAD);
        run = new SpindleCommand(directory)
                .startScript(LIMIT, "run", "--embedded", "--workload", "tiny.yaml", "--out", "results");
        run.waitFor();
        List<CampaignResults> campaigns = CampaignResults.under(directory.resolve("results"));
        assertThat(campaigns).as(run::tails).hasSize(1);
        results = campaigns.get(0);
        records = results.records().stream()
                .collect(Collectors.toMap(found -> found.identity().run(), Function.identity()));
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(results.root().resolve("report.json").toFile());
        numbers = StreamSupport.stream(report.path("cells").spliterator(), false)
                .filter(cell -> !cell.path("metric").asText().equals("duration"))
                .collect(Collectors.toMap(cell -> cell.path("job").asText(), cell -> cell.path("mean")
                        .asDouble()));
    }

    private static RunRecord runOf(String job) {
        return records.values().stream()
                .filter(found -> job.equals(found.subject().settings().get("workload_job")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRunIsValidAndProved() {
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(records).hasSize(2 + 3);
        assertThat(records.values()).allSatisfy(found -> {
            assertThat(found.status()).as("%s", found.reasons()).isEqualTo(Status.OK);
            assertThat(found.proof()).isNotEmpty().allMatch(Check::passed);
        });
        assertThat(runOf("sort").sizes().input()).isEqualTo(8_000_000);
        assertThat(runOf("sort").sizes().output()).isEqualTo(8_000_000);
    }

    @Test
    void jobsOfTheWorkloadDidOverlap() {
        assertThat(runOf("sort").times().yarnStarted())
                .isBefore(runOf("read").times().yarnFinished());
        assertThat(runOf("again").times().yarnStarted())
                .isBefore(runOf("sort").times().yarnFinished());
    }

    @Test
    void theFiguresFollowFromTheRecords() {
        List<String> jobs = List.of("read", "sort", "again");
        double makespan = Duration.between(
                                jobs.stream()
                                        .map(job -> runOf(job).times().yarnStarted())
                                        .min(Instant::compareTo)
                                        .orElseThrow(),
                                jobs.stream()
                                        .map(job -> runOf(job).times().yarnFinished())
                                        .max(Instant::compareTo)
                                        .orElseThrow())
                        .toMillis()
                / 1000.0;
        assertThat(numbers.get("makespan of tiny")).isEqualTo(makespan, within(0.001));
        RunRecord alone = records.values().stream()
                .filter(found -> found.identity().run().endsWith("-alone-read"))
                .findFirst()
                .orElseThrow();
        RunRecord sortAlone = records.values().stream()
                .filter(found -> found.identity().run().endsWith("-alone-sort"))
                .findFirst()
                .orElseThrow();
        for (String job : jobs) {
            RunRecord of = job.equals("sort") ? sortAlone : alone;
            assertThat(numbers.get("slow-down of tiny, job " + job))
                    .isEqualTo(runOf(job).times().elapsed() / of.times().elapsed(), within(1e-9));
        }
        assertThat(numbers).containsKeys("slow-down of tiny", "slow-down of tiny, class small");
    }

    @Test
    void settingsKeepRunsAtOnceApart() throws IOException {
        assertThat(runOf("read").subject().settings())
                .containsEntry("concurrent", "true")
                .containsEntry("workload", "tiny")
                .isNotEqualTo(runOf("again").subject().settings());
        assertThat(run.out()).contains("makespan of tiny", "slow-down of tiny");
        assertThat(results.root().resolve("workload.yaml")).hasContent(WORKLOAD);
    }
}
