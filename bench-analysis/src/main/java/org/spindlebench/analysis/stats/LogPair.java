package org.spindlebench.analysis.stats;

/** The logarithms of a pair of cells. */
record LogPair(LogCell baseline, LogCell contender) {
    /** The means of the logarithms, subtracted. */
    double difference() {
        return Math.log(baseline.reference() / contender.reference()) + relativeDifference();
    }

    /** The ratio of geometric means: e to the difference. */
    double ratio() {
        return baseline.reference() / contender.reference() * Math.exp(relativeDifference());
    }

    /** The variance of {@link #difference}. Only for repeated cells. */
    VarianceSum variance() {
        return VarianceSum.NONE.plusMeanOf(baseline.deviations(), 1).plusMeanOf(contender.deviations(), 1);
    }

    private double relativeDifference() {
        return baseline.deviations().mean() - contender.deviations().mean();
    }
}
