package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.nodes.NodeEvidence;

class NodeWarningsTest {
    private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String JOB = "org.apache.hadoop.mapreduce.JobCounter";
    private static final String FILES = "org.apache.hadoop.mapreduce.FileSystemCounter";
    private static final long MIB = 1L << 20;

    private static SizedRun run(String job) {
        return Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, job, 500));
    }

    private static List<String> codes(String job, JobHistory history, NodeEvidence evidence) {
        return new NodeWarnings(run(job), history, true)
                .warnings(evidence).stream().map(Warning::code).toList();
    }

    private static NodeEvidence swapped(Long in, Long out) {
        NodeLoad.Memory memory = new NodeLoad.Memory(null, null, null, null, null, null, in, out);
        NodeLoad node = new NodeLoad("n1", null, null, 2, null, memory, null, null, null, null, null, null);
        return new NodeEvidence(new NodeMetrics("yarn", List.of(node), null, null, null, null), null, List.of());
    }

    @Test
    void aNodeThatSwappedIsNamedAndAFewIdlePagesAreNot() {
        JobHistory history = Fixtures.history(Map.of());
        assertThat(codes("teragen", history, swapped(0L, NodeWarnings.FEW_PAGES)))
                .isEmpty();
        assertThat(codes("teragen", history, swapped(1L, NodeWarnings.FEW_PAGES)))
                .containsExactly("swapped");
        assertThat(codes("teragen", history, swapped(null, null))).isEmpty();
        assertThat(codes("teragen", history, null)).isEmpty();
        assertThat(new NodeWarnings(run("teragen"), history, true).warnings(swapped(9_000L, 0L)))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("n1", "9000 pages"));
    }

    private static NodeEvidence stopped(Double seconds) {
        NodeLoad.Processes processes = new NodeLoad.Processes(10, 0, 0, seconds, 0);
        NodeLoad node = new NodeLoad("n1", null, null, 2, null, null, null, null, null, null, null, processes);
        return new NodeEvidence(new NodeMetrics("yarn", List.of(node), null, null, null, null), null, List.of());
    }

    @Test
    void quotasAreNamedWhereTheyStopContainersForMoreThanATenthOfTheTasksTime() {
        JobHistory history = Fixtures.history(Map.of(), Fixtures.task("map", 0, 10), Fixtures.task("map", 2, 12));
        assertThat(codes("teragen", history, stopped(null))).isEmpty();
        assertThat(codes("teragen", history, stopped(2.0))).isEmpty();
        assertThat(new NodeWarnings(run("teragen"), history, true).warnings(stopped(5.0)))
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.code()).isEqualTo("cpu-quota");
                    assertThat(warning.message()).contains("5 s of the 20 s", "percentage-physical-cpu-limit");
                });
    }

    private static JobHistory places(long local, long rack, long other) {
        return Fixtures.history(
                Map.of(JOB, Map.of("DATA_LOCAL_MAPS", local, "RACK_LOCAL_MAPS", rack, "OTHER_LOCAL_MAPS", other)));
    }

    @Test
    void mapsThatReadOverTheNetworkAreCounted() {
        assertThat(codes("teraread", places(95, 5, 0), null)).isEmpty();
        assertThat(codes("teraread", places(94, 5, 1), null)).containsExactly("reads-not-local");
        assertThat(codes("teraread", places(0, 9, 0), null)).containsExactly("reads-not-local");
        assertThat(new NodeWarnings(run("teraread"), places(7, 3, 0), true).warnings(null))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).startsWith("3 of 10 maps"));
    }

    @Test
    void thePlacesOfMapsWithoutDataSayNothing() {
        assertThat(codes("teragen", places(1, 9, 0), null)).isEmpty();
        assertThat(codes("teraread", places(0, 0, 9), null)).isEmpty();
        assertThat(new NodeWarnings(run("teraread"), places(1, 9, 0), false).warnings(null))
                .isEmpty();
        SizedRun one = Fixtures.sizing(Fixtures.shape(1)).size(Fixtures.spec(1, "teraread", 500));
        assertThat(new NodeWarnings(one, places(1, 9, 0), true).warnings(null)).hasSize(one.nodes() > 1 ? 1 : 0);
    }

    private static JobHistory shuffled(long output, long spilled, long written, long combined) {
        TaskTimes reduce = Fixtures.task("reduce", 1, 2);
        return Fixtures.history(
                Map.of(
                        TASK,
                        Map.of(
                                "MAP_OUTPUT_RECORDS",
                                100L,
                                "SPILLED_RECORDS",
                                spilled,
                                "COMBINE_INPUT_RECORDS",
                                combined,
                                "MAP_OUTPUT_MATERIALIZED_BYTES",
                                output),
                        FILES,
                        Map.of("FILE_BYTES_WRITTEN", written),
                        JOB,
                        Map.of("TOTAL_LAUNCHED_MAPS", 3L, "TOTAL_LAUNCHED_REDUCES", 1L)),
                reduce);
    }

    @Test
    void aLargeShuffleThatNeverMergedDependsOnMemory() {
        long large = NodeWarnings.LEAST_SHUFFLE * run("shuffle").nodes();
        assertThat(codes("shuffle", shuffled(large, 100, large + 4 * MIB, 0), null))
                .containsExactly("spilled-once");
        assertThat(codes("shuffle", shuffled(large, 101, large, 0), null))
                .as("a merge")
                .isEmpty();
        assertThat(codes("shuffle", shuffled(large, 100, large + 5 * MIB, 0), null))
                .as("reduces wrote")
                .isEmpty();
        assertThat(codes("shuffle", shuffled(large, 100, large, 7), null))
                .as("combined")
                .isEmpty();
        assertThat(codes("shuffle", shuffled(large - 1, 100, large, 0), null))
                .as("small")
                .isEmpty();
    }

    /** Makes maps that read from their own hosts, except for {@code remote} maps of the first host. */
    private static JobHistory reads(Map<String, List<Long>> bytes, long remote) {
        List<TaskTimes> maps = new ArrayList<>();
        Map<String, Long> read = new HashMap<>();
        bytes.forEach((host, all) -> all.forEach(one -> {
            String attempt = "attempt_1_1_m_" + maps.size() + "_0";
            maps.add(new TaskTimes(attempt, "map", host, "SUCCEEDED", null, null, null, null));
            read.put(attempt, one);
        }));
        return Fixtures.history(
                        Map.of(JOB, Map.of("DATA_LOCAL_MAPS", maps.size() - remote, "RACK_LOCAL_MAPS", remote)),
                        maps.toArray(new TaskTimes[0]))
                .reading(read);
    }

    @Test
    void theLargestMapsOfAHostMayBeThoseThatReadElsewhere() {
        Map<String, List<Long>> bytes = Map.of("a", List.of(100L, 5L, 100L), "b", List.of(7L));
        assertThat(NodeWarnings.leastReadOn(reads(bytes, 0))).isEqualTo(Map.of("a", 205L, "b", 7L));
        assertThat(NodeWarnings.leastReadOn(reads(bytes, 1))).isEqualTo(Map.of("a", 105L));
        assertThat(NodeWarnings.leastReadOn(Fixtures.history(Map.of()))).isEmpty();
    }

    /**
     * Places maps at chance on 20 cold nodes, some of them on hosts without their data, and makes each device read what was
     * asked of its DataNode, up to 15 % more and 10 % less. No node may seem warm.
     */
    @Test
    void noColdNodeSeemsWarmHoweverFewMapsItHasAndWhereverTheyRead() {
        Random random = new Random(48);
        int judged = 0;
        for (int campaign = 0; campaign < 2_000; campaign++) {
            Map<String, List<Long>> bytes = new HashMap<>();
            Map<String, Double> devices = new HashMap<>();
            int maps = 20 * (1 + random.nextInt(12));
            long remote = 0;
            for (int map = 0; map < maps; map++) {
                long size = (random.nextInt(4) == 0 ? 33 : 128) * MIB;
                String host = "h" + map % 20;
                String from = random.nextInt(50) == 0 ? "h" + random.nextInt(20) : host;
                remote += from.equals(host) ? 0 : 1;
                bytes.computeIfAbsent(host, each -> new ArrayList<>()).add(size);
                devices.merge(from, (double) size, Double::sum);
            }
            for (Map.Entry<String, Long> least :
                    NodeWarnings.leastReadOn(reads(bytes, remote)).entrySet()) {
                double read = devices.getOrDefault(least.getKey(), 0.0) * (0.9 + 0.25 * random.nextDouble());
                assertThat(read / least.getValue()).isGreaterThan(0.5);
                judged++;
            }
        }
        assertThat(judged).isGreaterThan(20_000);
    }
}
