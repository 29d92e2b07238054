package org.spindlebench.analysis.report;

import org.spindlebench.analysis.stats.Interval;

/** The two bounds of an interval that may not exist, as documents have them. */
final class Bounds {
    private Bounds() {}

    static Double low(Interval interval) {
        return interval == null ? null : (Double) interval.low();
    }

    static Double high(Interval interval) {
        return interval == null ? null : (Double) interval.high();
    }
}
