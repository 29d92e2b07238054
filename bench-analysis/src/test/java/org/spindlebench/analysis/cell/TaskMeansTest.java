package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.task.Phases.Phase;

class TaskMeansTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String OK = "SUCCEEDED";
    private static final String JOB_COUNTERS = "org.apache.hadoop.mapreduce.JobCounter";

    /** At most three attempts run at once. Four maps succeed, in 15, 10, 10 and 30 s. The chain is m_0, m_2. */
    private static final List<TaskTimes> SLOW = List.of(
            map("0_0", "node1", OK, 0, 10),
            map("1_0", "node2", OK, 0, 15),
            map("2_0", "node1", OK, 10, 20),
            map("3_0", "node2", "FAILED", 0, 5),
            map("3_1", "node3", OK, 6, 36),
            reduce("0_0", OK, 6, 36, 38, 46));

    private static final List<TaskTimes> EVEN = List.of(
            map("0_0", "node1", OK, 0, 20),
            map("1_0", "node2", OK, 0, 20),
            reduce("0_0", OK, 0, 20, 21, 30),
            new TaskTimes("a_r_0_1", "reduce", "node2", "KILLED", START, START.plusSeconds(3), null, null));

    private static TaskTimes map(String id, String host, String state, long from, long to) {
        return new TaskTimes(
                "a_m_" + id, "map", host, state, START.plusSeconds(from), START.plusSeconds(to), null, null);
    }

    private static TaskTimes reduce(String id, String state, long from, long shuffled, long merged, long to) {
        return new TaskTimes(
                "a_r_" + id,
                "reduce",
                "node1",
                state,
                START.plusSeconds(from),
                START.plusSeconds(to),
                START.plusSeconds(shuffled),
                START.plusSeconds(merged));
    }

    private static RunBuilder run(int index, List<TaskTimes> tasks) {
        return new RunBuilder(index, "terasort").repeat(index).tasks(tasks);
    }

    private static RunBuilder run(int index, List<TaskTimes> tasks, Map<String, Long> counters) {
        return run(index, tasks).counted(JOB_COUNTERS, counters);
    }

    private static Findings findings(RunBuilder... runs) {
        return Findings.of(Runs.of(Stream.of(runs).map(RunBuilder::build)), ComparisonOptions.standard());
    }

    private static TaskMeans means(RunBuilder... runs) {
        return findings(runs).cells().get(0).tasks();
    }

    private static Findings two() {
        return findings(
                run(1, EVEN, Map.of("DATA_LOCAL_MAPS", 2L)),
                run(2, SLOW, Map.of("DATA_LOCAL_MAPS", 3L, "RACK_LOCAL_MAPS", 1L, "OTHER_LOCAL_MAPS", 1L)),
                run(3, List.of(), Map.of("DATA_LOCAL_MAPS", 9L)),
                run(4, SLOW).ended(Status.INVALID, "too few bytes"));
    }

    private static JsonNode json(Findings findings) throws IOException {
        return new ObjectMapper().readTree(Reports.json(findings)).get("tasks");
    }

    @Test
    void meansAreOverTheValidRunsThatHaveAttempts() {
        TaskMeans means = two().cells().get(0).tasks();
        assertThat(means.runs()).isEqualTo(2);
        assertThat(means.maps()).as("4 and 2; waves 2 and 1").isEqualTo(new TaskMeans.Tasks(3.0, 1.5, 1.5, null));
        assertThat(means.reduces()).isEqualTo(new TaskMeans.Tasks(1.0, 1.0, 1.0, null));
        assertThat(means.seconds())
                .as("maps: 65 / 4 and 20")
                .isEqualTo(new TaskMeans.Seconds((16.25 + 20) / 2, (30 + 20) / 2.0, (2 + 1) / 2.0, (8 + 9) / 2.0));
        assertThat(means.locality()).isEqualTo(new TaskMeans.DataLocality((0.6 + 1) / 2, 0.2 / 2));
        assertThat(means.ends()).isEqualTo(new TaskMeans.AttemptFailures(1, 1));
        assertThat(means.stragglers()).isEqualTo(1);
    }

    @Test
    void theWorstStragglerOfAllRunsIsNamed() {
        List<TaskTimes> worse = List.of(
                map("0_0", "node1", OK, 0, 10),
                map("1_0", "node1", OK, 0, 10),
                map("2_0", "node7", OK, 0, 45),
                map("3_0", "node8", OK, 0, 44),
                map("4_0", "node1", OK, 0, 10));
        TaskMeans.Worst worst = means(run(1, SLOW), run(2, worse), run(3, SLOW)).worst();
        assertThat(worst.campaign()).isEqualTo("nightly");
        assertThat(worst.run()).isEqualTo("002-terasort");
        assertThat(worst.attempt().attempt()).isEqualTo("a_m_2_0");
        assertThat(worst.attempt().host()).isEqualTo("node7");
        assertThat(worst.attempt().seconds()).isEqualTo(45);
        assertThat(worst.attempt().timesMedian()).as("the median is 10").isEqualTo(4.5);
        assertThat(worst.attempt().phase()).isEqualTo(Phase.MAP);
        assertThat(means(run(1, EVEN)).worst()).isNull();
        assertThat(means(run(1, EVEN)).stragglers()).isZero();
    }

    @Test
    void theTimesInWhichWavesStartAreMeansOverTheRunsThatHaveThem() {
        TaskMeans means = means(run(1, EVEN).ramps(6.0, 40.0), run(2, EVEN).ramps(7.0, null), run(3, EVEN));
        assertThat(means.maps().ramp()).isEqualTo(6.5);
        assertThat(means.reduces().ramp()).isEqualTo(40);
    }

    @Test
    void aJobWithoutReducesHasNoneAndNothingElseOfThem() {
        TaskMeans means = means(run(1, List.of(map("0_0", "node1", OK, 0, 10))));
        assertThat(means.reduces()).isEqualTo(new TaskMeans.Tasks(0.0, null, null, null));
        assertThat(means.seconds()).isEqualTo(new TaskMeans.Seconds(10.0, null, null, null));
    }

    @Test
    void withoutInstantsAttemptsAreCountedAndNothingElse() {
        TaskTimes timeless = new TaskTimes("a_m_0_0", "map", "node1", OK, null, null, null, null);
        TaskMeans means = means(run(1, List.of(timeless)), run(2, EVEN));
        assertThat(means.maps()).isEqualTo(new TaskMeans.Tasks(1.5, 1.0, 1.0, null));
        assertThat(means.seconds().map()).as("of the run that tells it").isEqualTo(20);
        assertThat(means.ends()).isEqualTo(new TaskMeans.AttemptFailures(0, 1));
        assertThat(means.stragglers()).as("a sum would miss the first run's").isNull();
        assertThat(means(run(1, List.of(timeless))).seconds()).isEqualTo(new TaskMeans.Seconds(null, null, null, null));
    }

    @Test
    void withoutStatesNothingIsCounted() {
        TaskTimes open = new TaskTimes("a_m_9_0", "map", "node1", null, START, START.plusSeconds(9), null, null);
        TaskMeans means = means(run(1, List.of(map("0_0", "node1", OK, 0, 10), open)));
        assertThat(means.maps()).isEqualTo(new TaskMeans.Tasks(null, null, null, null));
        assertThat(means.reduces()).isEqualTo(new TaskMeans.Tasks(null, null, null, null));
        assertThat(means.ends()).isNull();
        assertThat(means.stragglers()).isNull();
        assertThat(means.seconds().map()).isEqualTo(10);
    }

    @Test
    void whereDataLayIsAbsentUnlessTheCountersTellIt() {
        assertThat(means(run(1, EVEN)).locality()).as("no counters").isNull();
        assertThat(means(run(1, EVEN, Map.of("OTHER_LOCAL_MAPS", 2L))).locality())
                .as("perhaps the input names no hosts")
                .isNull();
        Map<String, Long> local = Map.of("DATA_LOCAL_MAPS", 1L, "OTHER_LOCAL_MAPS", 3L);
        assertThat(means(run(1, EVEN, local)).locality()).isEqualTo(new TaskMeans.DataLocality(0.25, 0));
        assertThat(means(run(1, EVEN, local).sized(null)).locality()).isNotNull();
        assertThat(means(run(1, EVEN, local).sized(RunBuilder.sizes(0, 0, 0, 1)))
                        .locality())
                .as("it reads nothing")
                .isNull();
        assertThat(means(run(1, EVEN, local).moved(moved(new Throughput.Stock(1.0, 1.0, 0.0, 1.0))))
                        .locality())
                .as("its input is names of files")
                .isNull();
        assertThat(means(run(1, EVEN, local).moved(moved(null))).locality()).isNotNull();
        assertThat(means(run(1, EVEN, local).setting("placement", "hosts")).locality())
                .as("its maps had hosts, but no data")
                .isNull();
    }

    @Test
    void spillsAreCountedForEachRecordOfMapOutputAndItsBytes() {
        String task = "org.apache.hadoop.mapreduce.TaskCounter";
        Map<String, Long> merged =
                Map.of("MAP_OUTPUT_RECORDS", 100L, "SPILLED_RECORDS", 300L, "MAP_OUTPUT_MATERIALIZED_BYTES", 1_000L);
        Map<String, Long> combined =
                Map.of("MAP_OUTPUT_RECORDS", 100L, "COMBINE_OUTPUT_RECORDS", 10L, "SPILLED_RECORDS", 20L);
        assertThat(means(run(1, EVEN)).spills()).isNull();
        assertThat(means(run(1, EVEN).counted(task, merged)).spills()).isEqualTo(new TaskMeans.Spills(3.0, null));
        assertThat(means(run(1, EVEN).wroteLocally(2_500).counted(task, merged)).spills())
                .isEqualTo(new TaskMeans.Spills(3.0, 2.5));
        assertThat(means(run(1, EVEN).counted(task, combined)).spills()).isNull();
    }

    private static Throughput moved(Throughput.Stock stock) {
        return new Throughput(1L, null, null, null, null, null, null, null, null, stock, null);
    }

    @Test
    void reportJsonHasThemUnderTheIdsOfTheirCells() throws IOException {
        JsonNode tasks = json(two());
        assertThat(tasks).hasSize(1);
        assertThat(tasks.get(0)).isEqualTo(new ObjectMapper().readTree("""
                {
                  "cell": "terasort@default",
                  "job": "terasort",
                  "setup": "default",
                  "settings": {"bytes_per_node": "64000000", "cache": "cold", "compression": "none"},
                  "runs": 2,
                  "maps": {"tasks": 3.0, "waves_by_peak": 1.5, "longest_chain": 1.5},
                  "reduces": {"tasks": 1.0, "waves_by_peak": 1.0, "longest_chain": 1.0},
                  "seconds": {"map": 18.125, "shuffle": 25.0, "merge": 1.5, "reduce": 8.5},
                  "node_local": 0.8,
                  "rack_local": 0.1,
                  "failed": 1,
                  "killed": 1,
                  "stragglers": 1,
                  "worst": {
                    "campaign": "nightly",
                    "run": "002-terasort",
                    "attempt": "a_m_3_1",
                    "kind": "map",
                    "host": "node3",
                    "seconds": 30.0,
                    "times_median": 2.4,
                    "phase": "map"
                  }
                }
                """));
    }

    @Test
    void whatIsUnknownHasNoKeyAndADash() throws IOException {
        TaskTimes open = new TaskTimes("a_m_0_0", "map", null, null, null, null, null, null);
        Findings findings = findings(run(1, List.of(open)));
        JsonNode tasks = json(findings).get(0);
        assertThat(tasks.properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("cell", "job", "setup", "settings", "runs", "maps", "reduces", "seconds");
        for (String empty : List.of("maps", "reduces", "seconds")) {
            assertThat(tasks.get(empty)).as(empty).isEmpty();
        }
        assertThat(Reports.markdown(findings)).contains("| 1 |" + " - |".repeat(18) + "\n");
    }

    @Test
    void withoutAttemptsThereAreNoneAndNoTable() throws IOException {
        Findings findings = findings(run(1, List.of(), Map.of("DATA_LOCAL_MAPS", 4L)));
        assertThat(findings.cells().get(0).tasks()).isNull();
        assertThat(json(findings)).isEmpty();
        assertThat(Reports.markdown(findings)).doesNotContain("## Tasks");
    }
}
