package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.runner.run.StepClock.RunStep;

class StepClockTest {
    private static final long MILLI = 1_000_000;

    private long now;
    private final StepClock clock = new StepClock(() -> now);

    private void step(RunStep step, long millis) {
        clock.begin(step);
        now += millis * MILLI;
    }

    @Test
    void eachStepHasItsSecondsAndWhatDidNotComeHasNone() {
        step(RunStep.PREPARE, 1500);
        step(RunStep.RUN, 20_000);
        step(RunStep.CLEAN, 70);

        assertThat(clock.take()).isEqualTo(new Steps(1.5, null, null, 20.0, null, null, null, null, 0.07, null));
    }

    @Test
    void aStepThatComesTwiceHasBothTimes() {
        step(RunStep.VERIFY, 100);
        step(RunStep.READ_BACK, 5000);
        step(RunStep.VERIFY, 50);

        assertThat(clock.take().verify()).isEqualTo(0.15);
    }

    @Test
    void overheadIsWhatTheRunnerAddsBetweenTwoJobsAndNothingElse() {
        step(RunStep.PREPARE, 3000);
        step(RunStep.RUN, 20_000);
        step(RunStep.COLLECT, 200);
        step(RunStep.VERIFY, 100);
        step(RunStep.READ_BACK, 9000);
        step(RunStep.CLEAN, 70);
        assertThat(clock.take().overhead()).as("of the first run").isNull();

        // The record is being written.
        now += 30 * MILLI;
        step(RunStep.PREPARE, 4000);
        step(RunStep.SETTLE, 1000);
        step(RunStep.COOL, 2000);
        // Between the end of a step and the next step, only the runner works.
        clock.end();
        now += 5 * MILLI;
        step(RunStep.RUN, 20_000);

        assertThat(clock.take().overhead()).isEqualTo(0.335);
    }

    @Test
    void aRunThatDidNotComeToItsJobHasNoOverheadAndTheNextOneStartsFromTheJobBefore() {
        step(RunStep.RUN, 20_000);
        clock.take();
        step(RunStep.PREPARE, 4000);
        assertThat(clock.take().overhead()).isNull();
        now += 10 * MILLI;
        step(RunStep.RUN, 1000);
        assertThat(clock.take().overhead()).isEqualTo(0.01);
    }
}
