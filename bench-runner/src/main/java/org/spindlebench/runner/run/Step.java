package org.spindlebench.runner.run;

import java.util.Locale;

/** The steps of a run, in their order. */
enum Step {
    PREPARE(Of.THE_CLUSTER),
    SETTLE(Of.THE_CLUSTER),
    COOL(Of.THE_CLUSTER),
    RUN(Of.THE_CLUSTER),
    FLUSH(Of.THE_CLUSTER),
    COLLECT(Of.THE_RUNNER),
    VERIFY(Of.THE_RUNNER),
    READ_BACK(Of.THE_CLUSTER),
    CLEAN(Of.THE_CLUSTER);

    /** Whose time a step is. */
    private enum Of {
        THE_CLUSTER,
        THE_RUNNER
    }

    private final Of of;

    Step(Of of) {
        this.of = of;
    }

    /** Whether its time counts as the runner's own, which it is to add little of. */
    boolean isOverhead() {
        return of == Of.THE_RUNNER;
    }

    /** Its name for people. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
