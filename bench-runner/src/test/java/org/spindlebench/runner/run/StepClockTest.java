package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.runner.run.StepClock.Step;

class StepClockTest {
    private static final long MILLI = 1_000_000;

    private long now;
    private final StepClock clock = new StepClock(() -> now);

    private void step(Step step, long millis) {
        clock.begin(step);
        now += millis * MILLI;
    }

    @Test
    void eachStepHasItsSecondsAndWhatDidNotComeHasNone() {
        step(Step.PREPARE, 1500);
        step(Step.RUN, 20_000);
        step(Step.CLEAN, 70);

        assertThat(clock.take()).isEqualTo(new Steps(1.5, null, null, 20.0, null, null, null, null, 0.07, null));
    }

    @Test
    void aStepThatComesTwiceHasBothTimes() {
        step(Step.VERIFY, 100);
        step(Step.READ_BACK, 5000);
        step(Step.VERIFY, 50);

        assertThat(clock.take().verify()).isEqualTo(0.15);
    }

    @Test
    void overheadIsWhatTheRunnerAddsBetweenTwoJobsAndNothingElse() {
        step(Step.PREPARE, 3000);
        step(Step.RUN, 20_000);
        step(Step.COLLECT, 200);
        step(Step.VERIFY, 100);
        step(Step.READ_BACK, 9000);
        step(Step.CLEAN, 70);
        assertThat(clock.take().overhead()).as("of the first run").isNull();

        // The record is being written.
        now += 30 * MILLI;
        step(Step.PREPARE, 4000);
        step(Step.SETTLE, 1000);
        step(Step.COOL, 2000);
        // Between the end of a step and the next step, only the runner works.
        clock.end();
        now += 5 * MILLI;
        step(Step.RUN, 20_000);

        assertThat(clock.take().overhead()).isEqualTo(0.335);
    }

    @Test
    void aRunThatDidNotComeToItsJobHasNoOverheadAndTheNextOneStartsFromTheJobBefore() {
        step(Step.RUN, 20_000);
        clock.take();
        step(Step.PREPARE, 4000);
        assertThat(clock.take().overhead()).isNull();
        now += 10 * MILLI;
        step(Step.RUN, 1000);
        assertThat(clock.take().overhead()).isEqualTo(0.01);
    }
}
