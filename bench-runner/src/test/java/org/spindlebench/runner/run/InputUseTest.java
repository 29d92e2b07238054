package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.plan.RunSpec;

class InputUseTest {
    private static final long BYTES = 1_000_000;
    private static final Sizing SIZING = Fixtures.sizing(Fixtures.shape(3));
    private static final long ALL = 2 * BYTES;

    private static List<SizedRun> runs(String inputs, String... jobs) {
        List<SizedRun> runs = new ArrayList<>();
        for (String job : jobs) {
            RunSpec spec = Fixtures.spec(runs.size() + 1, job, BYTES);
            runs.add(SIZING.size(new RunSpec(
                    spec.id(),
                    spec.index(),
                    1,
                    1,
                    job,
                    spec.size(),
                    spec.settings(),
                    Map.of(JobKeys.INPUTS, inputs, "mapreduce.map.output.compress", "false"))));
        }
        return runs;
    }

    private static String input(SizedRun run) {
        return run.input().map(InputData::id).orElseThrow();
    }

    @Test
    void anInputIsKeptUntilItsLastRun() {
        List<SizedRun> runs = runs(JobKeys.PREPARED, "terasort", "wordcount", "terasort", "hdfs-write");
        InputUse use = new InputUse(runs);
        Set<String> both = Set.of(input(runs.get(0)), input(runs.get(1)));

        assertThat(use.neededAfter(-1, Set.of())).isEqualTo(both);
        assertThat(use.neededAfter(0, both)).isEqualTo(both);
        assertThat(use.neededAfter(1, both)).containsExactly(input(runs.get(0)));
        assertThat(use.neededAfter(2, both)).isEmpty();
        assertThat(use.left(0, both)).isEmpty();
    }

    @Test
    void theSourceOfSortedRowsIsNeededUntilTheyAreMade() {
        List<SizedRun> runs = runs(JobKeys.PREPARED, "shuffle", "teravalidate", "teraread");
        InputUse use = new InputUse(runs);
        String sorted = input(runs.get(1));

        assertThat(use.neededAfter(0, Set.of())).hasSize(2).contains(sorted);
        assertThat(use.neededAfter(1, Set.of(sorted))).containsExactly(sorted);
    }

    @Test
    void aWritingRunLeavesWhatALaterRunReads() {
        List<SizedRun> runs = runs(JobKeys.WRITTEN, "teragen", "terasort", "teravalidate", "teragen", "terasort");
        InputUse use = new InputUse(runs);
        String rows = input(runs.get(1));
        String sorted = input(runs.get(2));

        assertThat(use.left(0, Set.of())).map(InputData::id).hasValue(rows);
        assertThat(use.left(1, Set.of(rows))).map(InputData::id).hasValue(sorted);
        assertThat(use.neededAfter(1, Set.of(rows, sorted)))
                .as("the next block writes its rows anew")
                .containsExactly(sorted);
        assertThat(use.left(3, Set.of())).map(InputData::id).hasValue(rows);
        assertThat(use.left(4, Set.of(rows))).as("nothing reads it").isEmpty();
    }

    @Test
    void thePeakIsOfWhatIsThereAtOneTime() {
        long rows = 3 * ALL;

        assertThat(peak(JobKeys.PREPARED, "teragen")).isEqualTo(rows);
        assertThat(peak(JobKeys.PREPARED, "terasort")).isEqualTo(rows + ALL);
        assertThat(peak(JobKeys.WRITTEN, "teragen", "terasort")).isEqualTo(rows + ALL);
        assertThat(peak(JobKeys.PREPARED, "teragen", "terasort"))
                .as("an output is removed before the next input is made")
                .isEqualTo(rows + ALL);
        assertThat(peak(JobKeys.PREPARED, "teravalidate")).isEqualTo(2 * rows);
        assertThat(peak(JobKeys.WRITTEN, "teragen", "terasort", "teravalidate")).isEqualTo(rows + ALL);
        assertThat(peak(JobKeys.WRITTEN, "dfsio-write", "dfsio-read", "testdfsio-write", "testdfsio-read"))
                .isEqualTo(3 * ALL);
        assertThat(peak(JobKeys.PREPARED, "dfsio-write", "dfsio-read", "dfsio-write", "testdfsio-read"))
                .isEqualTo(3 * ALL);
    }

    private static long peak(String inputs, String... jobs) {
        return new InputUse(runs(inputs, jobs)).peakBytes();
    }
}
