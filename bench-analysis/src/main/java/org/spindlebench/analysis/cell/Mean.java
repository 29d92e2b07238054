package org.spindlebench.analysis.cell;

import java.util.DoubleSummaryStatistics;

/** The mean of the values that are known. */
final class Mean extends DoubleSummaryStatistics {
    /** Adds a value; null means unknown, and is left out. */
    void add(Number value) {
        if (value != null) {
            accept(value.doubleValue());
        }
    }

    /** Returns the mean; null if no value is known. */
    Double known() {
        return getCount() == 0 ? null : (Double) getAverage();
    }
}
