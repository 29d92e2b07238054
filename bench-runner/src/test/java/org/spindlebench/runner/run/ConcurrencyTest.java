package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.START;
import static org.spindlebench.runner.run.Fixtures.task;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;

class ConcurrencyTest {
    @Test
    void thePeakIsTheMostAtOneInstant() {
        List<TaskTimes> tasks = List.of(task("map", 0, 4), task("map", 1, 3), task("map", 2, 5), task("map", 4, 6));

        assertThat(Concurrency.peak(tasks, "map")).isEqualTo(3);
    }

    @Test
    void anAttemptThatStartsWhenAnotherEndsDoesNotOverlapIt() {
        assertThat(Concurrency.peak(List.of(task("map", 1, 2), task("map", 0, 1)), "map"))
                .isEqualTo(1);
    }

    @Test
    void mapsAndReducesAreApart() {
        assertThat(Concurrency.peak(List.of(task("map", 0, 5), task("reduce", 1, 6)), "reduce"))
                .isEqualTo(1);
    }

    @Test
    void attemptsWithoutTimesAreSkippedAndFailedOnesAreNoTasks() {
        TaskTimes unknown = new TaskTimes("a", "map", null, "KILLED", null, START, null, null);

        assertThat(Concurrency.peak(List.of(unknown, task("map", 0, 5)), "map")).isEqualTo(1);
        assertThat(Concurrency.count(List.of(unknown, task("map", 0, 5)), "map"))
                .isEqualTo(1);
        assertThat(Concurrency.peak(List.of(), "map")).isZero();
    }
}
