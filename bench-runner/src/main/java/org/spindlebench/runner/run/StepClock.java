package org.spindlebench.runner.run;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.analysis.record.RunRecord.Steps;

/** Measures the time of the steps of runs, and of the runner's own work between two jobs. */
final class StepClock {
    private static final Logger LOG = LoggerFactory.getLogger(StepClock.class);
    private static final double NANOS = 1e9;

    private final LongSupplier nanos;
    private final Map<RunStep, Long> spent = new EnumMap<>(RunStep.class);
    private RunStep current;
    private long since;
    private Long jobEnded;
    private long besides;
    private Long overhead;

    StepClock() {
        this(System::nanoTime);
    }

    StepClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Begins a step of a run, and writes the step to the campaign's log. */
    void begin(String run, RunStep step) {
        LOG.info("{} begins to {}", run, step.label());
        begin(step);
    }

    void begin(RunStep step) {
        end();
        since = nanos.getAsLong();
        current = step;
        if (step == RunStep.RUN && jobEnded != null) {
            overhead = since - jobEnded - besides;
        }
    }

    void end() {
        if (current == null) {
            return;
        }
        long now = nanos.getAsLong();
        spent.merge(current, now - since, Long::sum);
        if (current == RunStep.RUN) {
            jobEnded = now;
            besides = 0;
        } else if (!current.isOverhead()) {
            besides += now - since;
        }
        current = null;
    }

    /** Returns the times of the ended run's steps, and forgets them. */
    Steps take() {
        end();
        Steps steps = new Steps(
                seconds(RunStep.PREPARE),
                seconds(RunStep.SETTLE),
                seconds(RunStep.COOL),
                seconds(RunStep.RUN),
                seconds(RunStep.FLUSH),
                seconds(RunStep.COLLECT),
                seconds(RunStep.VERIFY),
                seconds(RunStep.READ_BACK),
                seconds(RunStep.CLEAN),
                seconds(overhead));
        spent.clear();
        overhead = null;
        return steps;
    }

    private Double seconds(RunStep step) {
        return seconds(spent.get(step));
    }

    private static Double seconds(Long nanoseconds) {
        // Records give all times in milliseconds.
        return nanoseconds == null ? null : Math.round(nanoseconds / NANOS * 1000) / 1000.0;
    }

    /** The steps of a run, in their order. */
    enum RunStep {
        PREPARE(Of.THE_CLUSTER),
        SETTLE(Of.THE_CLUSTER),
        COOL(Of.THE_CLUSTER),
        RUN(Of.THE_CLUSTER),
        FLUSH(Of.THE_CLUSTER),
        COLLECT(Of.THE_RUNNER),
        VERIFY(Of.THE_RUNNER),
        READ_BACK(Of.THE_CLUSTER),
        CLEAN(Of.THE_CLUSTER);

        /** The party whose time a step takes: the cluster or the runner. */
        private enum Of {
            THE_CLUSTER,
            THE_RUNNER
        }

        private final Of of;

        RunStep(Of of) {
            this.of = of;
        }

        /** Checks whether the step's time is the runner's own overhead, which should be small. */
        boolean isOverhead() {
            return of == Of.THE_RUNNER;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
