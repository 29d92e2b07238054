package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.JobHistory.MapOutput;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.SettingsInForce.VisibleEffects;

class VisibleEffectsTest {
    private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String COMPRESS = "mapreduce.map.output.compress";

    private final Map<String, String> configuration = new TreeMap<>(Map.of(COMPRESS, "false"));
    private final Map<String, Long> counters = new TreeMap<>();
    private final Map<String, Long> ofShuffle = new TreeMap<>();
    private final Map<String, MapOutput> mapped = new TreeMap<>();
    private final List<TaskTimes> tasks = new ArrayList<>();
    private final List<StoredFile> output = new ArrayList<>();

    private List<String> failed(String job) {
        return checks(job).stream()
                .filter(check -> !check.passed())
                .map(Check::name)
                .toList();
    }

    private List<Check> checks(String job) {
        RunSpec plain = Fixtures.spec(1, job, 500);
        RunSpec spec = new RunSpec(plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), configuration);
        JobHistory history = new JobHistory(
                Fixtures.history(Map.of()).times(),
                Map.of(TASK, counters, "org.spindlebench.jobs.shuffle.ShuffleTool$Counter", ofShuffle),
                tasks,
                mapped,
                Map.of(),
                Map.of(),
                configuration);
        List<Check> checks = new ArrayList<>();
        new VisibleEffects(Fixtures.sizing(Fixtures.shape(3)).size(spec), history).check(output, checks::add);
        return checks;
    }

    @Test
    void anotherBlockSizeThanAskedForIsSeenInTheOutput() {
        output.add(new StoredFile("/out/part-0", 500, 3, 3, Fixtures.REQUESTS.blockSize()));
        assertThat(checks("teragen")).hasSize(1);
        assertThat(failed("teragen")).isEmpty();

        output.add(new StoredFile("/out/part-1", 500, 3, 3, 1 << 20));
        assertThat(failed("teragen")).containsExactly("block size of the output");
    }

    @Test
    void anotherNumberOfReducesThanAskedForIsSeenInTheTasks() {
        configuration.put("mapreduce.job.reduces", "2");
        tasks.addAll(List.of(task("map", 0, 5), task("reduce", 5, 9), task("reduce", 6, 9)));
        assertThat(failed("terasort")).isEmpty();

        tasks.add(task("reduce", 7, 9));
        assertThat(failed("terasort")).containsExactly("reduces that ran");
    }

    @Test
    void aReduceThatStartsBeforeItsShareOfTheMapsHasEndedIsSeen() {
        configuration.put("mapreduce.job.reduces", "1");
        configuration.put("mapreduce.job.reduce.slowstart.completedmaps", "0.8");
        tasks.addAll(List.of(task("map", 0, 4), task("map", 1, 6), task("reduce", 6, 9)));
        assertThat(failed("terasort")).isEmpty();

        tasks.set(2, task("reduce", 5, 9));
        assertThat(failed("terasort")).containsExactly("slowstart");
    }

    @Test
    void moreContainersOnANodeThanAskedForAreSeen() {
        configuration.put("spindle.containers.per.node", "2");
        tasks.addAll(List.of(task("map", 0, 4), task("map", 1, 6), task("map", 4, 9)));
        assertThat(checks("teragen")).hasSize(1);
        assertThat(failed("teragen")).isEmpty();

        tasks.add(task("map", 2, 8));
        assertThat(failed("teragen")).containsExactly("containers per node");
    }

    @Test
    void mapOutputThatIsCompressedOrNotAgainstTheSettingIsSeenInItsBytes() {
        counters.put("MAP_OUTPUT_BYTES", 10L << 20);
        counters.put("MAP_OUTPUT_MATERIALIZED_BYTES", 11L << 20);
        assertThat(failed("teragen")).isEmpty();
        configuration.put(COMPRESS, "true");
        assertThat(failed("teragen")).containsExactly("map output on disk");

        counters.put("MAP_OUTPUT_MATERIALIZED_BYTES", 4L << 20);
        assertThat(failed("teragen")).isEmpty();
        configuration.put(COMPRESS, "false");
        assertThat(failed("teragen")).containsExactly("map output on disk");
    }

    /** Deflate's output of 8 MiB of random bytes in four segments is larger than the keys and values. */
    @Test
    void aCodecThatSavesNothingIsSeenByTheSizeThatTheOutputHasWithoutIt() {
        counters.put("MAP_OUTPUT_BYTES", 8_356_092L);
        counters.put("MAP_OUTPUT_RECORDS", 8_129L);
        counters.put("SHUFFLED_MAPS", 4L);
        ofShuffle.put("MAP_BYTES", 8L << 20);
        configuration.put(COMPRESS, "true");
        assertOnDisk(8_379_576, true);
        assertOnDisk((8 << 20) + 24, false);
        configuration.put(COMPRESS, "false");
        assertOnDisk(8_379_576, false);
        assertOnDisk((8 << 20) + 24, true);
    }

    private void assertOnDisk(long materialized, boolean passes) {
        counters.put("MAP_OUTPUT_MATERIALIZED_BYTES", materialized);
        List<Check> checks = checks("shuffle");
        checks.removeIf(check -> !check.name().equals("map output on disk"));
        assertThat(checks).singleElement().matches(check -> check.passed() == passes, "passes: " + passes);
        assertThat(checks.get(0).expected()).endsWith("8388632 bytes, which it has without a codec");
    }

    @Test
    void aCombinerHidesCompressionAndSpills() {
        counters.putAll(Map.of("MAP_OUTPUT_BYTES", 10L << 20, "MAP_OUTPUT_MATERIALIZED_BYTES", 1L << 20));
        counters.put("COMBINE_INPUT_RECORDS", 100L);

        assertThat(checks("teragen")).isEmpty();
    }

    @Test
    void aSortBufferOfAnotherSizeIsSeenInTheSpills() {
        assertThat(spilled(50, 1000)).isEmpty();
        assertThat(spilled(50, 2000)).containsExactly("records spilled by the maps");

        assertThat(spilled(200, 2000)).isEmpty();
        assertThat(spilled(200, 1000)).containsExactly("records spilled by the maps");
    }

    @Test
    void eachMapIsComparedWithTheBufferByItsOwnSize() {
        mapped.put("small", new MapOutput(1000, 1 << 20, 1000));
        mapped.put("empty", new MapOutput(0, 0, 0));

        assertThat(spilled(150, 2000)).isEmpty();
        assertThat(spilled(150, 1000)).containsExactly("records spilled by the maps");
    }

    @Test
    void nothingIsClaimedOfSpillsWhereMapsCouldGoEitherWay() {
        assertThat(spilled(90, 1)).isEmpty();
        assertThat(checks("teragen")).isEmpty();
    }

    /** Returns the failed checks of a job with a buffer of 100 MiB, and with a map of a thousand records. */
    private List<String> spilled(int mebibytes, long records) {
        configuration.put("mapreduce.task.io.sort.mb", "100");
        counters.put("REDUCE_INPUT_RECORDS", 1000L);
        mapped.put("map", new MapOutput(1000, (long) mebibytes << 20, records));
        return failed("teragen");
    }
}
