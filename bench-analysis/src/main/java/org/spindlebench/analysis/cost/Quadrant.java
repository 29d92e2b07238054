package org.spindlebench.analysis.cost;

import java.util.Locale;

/** ALOJA's four kinds of setups. */
public enum Quadrant {
    FAST_ECONOMICAL,
    FAST_EXPENSIVE,
    SLOW_ECONOMICAL,
    SLOW_EXPENSIVE;

    /** The greatest normalised time that is fast, and the greatest normalised cost that is economical: the middle of the axis. */
    public static final double BOUNDARY = 0.5;

    static Quadrant of(double time, double cost) {
        if (time <= BOUNDARY) {
            return cost <= BOUNDARY ? FAST_ECONOMICAL : FAST_EXPENSIVE;
        }
        return cost <= BOUNDARY ? SLOW_ECONOMICAL : SLOW_EXPENSIVE;
    }

    /** A stable word for programs, such as {@code fast_economical}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
