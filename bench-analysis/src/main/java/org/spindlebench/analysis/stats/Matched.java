package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two setups compared over configurations: within each, and then over all; beside it the pooled ratio, which mixes them up.
 *
 * <p>The ratio of the overall means of all runs compares the configurations as much as the setups, as soon as the runs are spread
 * over the configurations differently on the two sides: a setup that was run mostly in the fast configurations looks fast.
 *
 * @param configurations how many were run on both setups
 * @param ratio the geometric mean of the speed-ups of the matched configurations, as in {@link SuiteRatio}
 * @param interval of that ratio, for these configurations
 * @param pooledRatio mean of all runs on the baseline over mean of all on the contender
 * @param shareDifference the greatest difference, over the configurations, of the share of runs that the baseline and the contender have
 *     in it: from 0, balanced, to 1
 */
public record Matched(
        int configurations, double ratio, Optional<Interval> interval, double pooledRatio, double shareDifference) {
    /**
     * As {@link #of(List, List, List, double)}, with every configuration run on both setups.
     *
     * @param configurations one pair of cells each; at least one
     */
    public static Matched of(List<CellPair> configurations, double confidence) {
        return of(configurations, List.of(), List.of(), confidence);
    }

    /**
     * The interval is absent where that of {@link SuiteRatio} is.
     *
     * @param configurations one pair of cells for each that was run on both setups; at least one
     * @param baselineOnly a cell for each that was run on the baseline only; part of the pooled ratio
     * @param contenderOnly the same of the contender
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Matched of(
            List<CellPair> configurations, List<Cell> baselineOnly, List<Cell> contenderOnly, double confidence) {
        SuiteRatio matched = SuiteRatio.of(configurations, confidence);
        CellPair pooled = new CellPair(
                pooled(configurations.stream().map(CellPair::baseline), baselineOnly),
                pooled(configurations.stream().map(CellPair::contender), contenderOnly));
        return new Matched(
                configurations.size(),
                matched.geometricMean(),
                matched.interval(),
                pooled.ratioOfMeans(),
                shareDifference(configurations, baselineOnly, contenderOnly, pooled));
    }

    /** Whether runs are spread over the configurations differently on the two sides, so that the pooled ratio misleads. */
    public boolean isUnbalanced() {
        return shareDifference > 0;
    }

    private static Cell pooled(Stream<Cell> matched, List<Cell> others) {
        return Cell.pooled(Stream.concat(matched, others.stream()).toList());
    }

    private static double shareDifference(
            List<CellPair> configurations, List<Cell> baselineOnly, List<Cell> contenderOnly, CellPair pooled) {
        double ofBaseline = pooled.baseline().n();
        double ofContender = pooled.contender().n();
        List<Double> differences = new ArrayList<>();
        configurations.forEach(pair -> differences.add(
                Math.abs(pair.baseline().n() / ofBaseline - pair.contender().n() / ofContender)));
        baselineOnly.forEach(cell -> differences.add(cell.n() / ofBaseline));
        contenderOnly.forEach(cell -> differences.add(cell.n() / ofContender));
        return differences.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
