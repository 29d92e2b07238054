package org.spindlebench.runner.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.spindlebench.analysis.record.Steps;

/** Where the time of a campaign goes: to the steps of its runs, and to what the runner itself adds between two jobs. */
final class StepClock {
    private static final double NANOS = 1e9;

    private final LongSupplier nanos;
    private final Map<Step, Long> spent = new EnumMap<>(Step.class);
    private Step current;
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

    /** Ends the step before, and begins another one. */
    void begin(Step step) {
        end();
        since = nanos.getAsLong();
        current = step;
        if (step == Step.RUN && jobEnded != null) {
            overhead = since - jobEnded - besides;
        }
    }

    /** Ends the step that runs; none may. */
    void end() {
        if (current == null) {
            return;
        }
        long now = nanos.getAsLong();
        spent.merge(current, now - since, Long::sum);
        if (current == Step.RUN) {
            jobEnded = now;
            besides = 0;
        } else if (!current.isOverhead()) {
            besides += now - since;
        }
        current = null;
    }

    /** The steps of the run that has ended; the next begins with none. */
    Steps take() {
        end();
        Steps steps = new Steps(
                seconds(Step.PREPARE),
                seconds(Step.SETTLE),
                seconds(Step.COOL),
                seconds(Step.RUN),
                seconds(Step.FLUSH),
                seconds(Step.COLLECT),
                seconds(Step.VERIFY),
                seconds(Step.READ_BACK),
                seconds(Step.CLEAN),
                seconds(overhead));
        spent.clear();
        overhead = null;
        return steps;
    }

    private Double seconds(Step step) {
        return seconds(spent.get(step));
    }

    private static Double seconds(Long nanoseconds) {
        // Milliseconds are as exact as the other times of a record.
        return nanoseconds == null ? null : Math.round(nanoseconds / NANOS * 1000) / 1000.0;
    }
}
