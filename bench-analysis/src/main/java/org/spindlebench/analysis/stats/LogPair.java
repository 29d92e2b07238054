package org.spindlebench.analysis.stats;

/**
 * The logarithms of a pair of cells.
 *
 * @param raw the cells themselves
 */
record LogPair(CellPair raw, LogCell baseline, LogCell contender) {
    /** The means of the logarithms, subtracted. */
    double difference() {
        return Math.log(baseline.reference() / contender.reference()) + relativeDifference();
    }

    /** The ratio of geometric means: e to the difference. */
    double ratio() {
        return baseline.reference() / contender.reference() * Math.exp(relativeDifference());
    }

    /**
     * The variance of {@link #difference}, at least what rounding gives (see {@link CellPair#ofMean}). Only for repeated cells.
     */
    VarianceSum variance() {
        double unit = raw.unit();
        return VarianceSum.NONE
                .plus(CellPair.ofMean(ofMean(baseline), raw.baseline(), unit), baseline.n() - 1.0)
                .plus(CellPair.ofMean(ofMean(contender), raw.contender(), unit), contender.n() - 1.0);
    }

    private static double ofMean(LogCell cell) {
        double sd = cell.deviations().sd().orElseThrow();
        return sd * sd / cell.n();
    }

    private double relativeDifference() {
        return baseline.deviations().mean() - contender.deviations().mean();
    }
}
