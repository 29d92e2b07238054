package org.spindlebench.analysis.cost;

import java.util.Locale;

/** From which mean a figure follows. */
public enum Averaging {
    /** From prices alone. */
    NONE,
    /** The arithmetic mean of a job's runs. */
    MEAN_OF_RUNS,
    /** The fastest of a job's runs, which is no estimate of what the next run takes. */
    BEST_OF_RUNS,
    /** The geometric mean over jobs of their speed-ups, each a ratio of arithmetic means of runs. */
    GEOMETRIC_MEAN_OF_SPEED_UPS,
    /** The geometric mean over jobs of the speed-ups of their fastest runs. */
    GEOMETRIC_MEAN_OF_BEST_RUNS;

    /** A stable word for programs. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
