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
 * @param ratio the geometric mean of the speed-ups of the matched configurations, as in {@link Contrast}
 * @param interval of that ratio, for these configurations
 * @param pooledRatio mean of all runs on the baseline over mean of all on the contender
 * @param shareDifference the greatest difference, over the configurations, of the share of runs that the baseline and the contender have
 *     in it: from 0, balanced, to 1
 */
public record Matched(
        int configurations, double ratio, Optional<Interval> interval, double pooledRatio, double shareDifference) {
    /**
     * As {@link #of(List, List, List, boolean, double)}, with every configuration run on both setups, and runs taken as independent.
     *
     * @param configurations one pair of cells each; at least one
     */
    public static Matched of(List<SamplePair> configurations, double confidence) {
        return of(configurations.stream().map(VisitedPair::ofRuns).toList(), List.of(), List.of(), false, confidence);
    }

    /**
     * The interval is absent where that of the {@link Contrast} is.
     *
     * @param configurations one pair for each that was run on both sides; at least one
     * @param baselineOnly those that were run on the baseline only; part of the pooled ratio
     * @param contenderOnly the same of the contender
     * @param within whether both sides are of one setup, and were run in the same visits to it
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Matched of(
            List<VisitedPair> configurations,
            List<VisitedSample> baselineOnly,
            List<VisitedSample> contenderOnly,
            boolean within,
            double confidence) {
        Contrast matched = within ? Contrast.within(configurations, true) : Contrast.between(configurations);
        SamplePair pooled = new SamplePair(
                pooled(configurations.stream().map(VisitedPair::baseline), baselineOnly),
                pooled(configurations.stream().map(VisitedPair::contender), contenderOnly));
        return new Matched(
                configurations.size(),
                matched.ratio(),
                matched.interval(confidence),
                pooled.ratioOfMeans(),
                shareDifference(configurations, baselineOnly, contenderOnly, pooled));
    }

    /** Whether runs are spread over the configurations differently on the two sides, so that the pooled ratio misleads. */
    public boolean isUnbalanced() {
        return shareDifference > 0;
    }

    private static Sample pooled(Stream<VisitedSample> matched, List<VisitedSample> others) {
        return Sample.pooled(Stream.concat(matched, others.stream())
                .map(VisitedSample::observations)
                .toList());
    }

    private static double shareDifference(
            List<VisitedPair> configurations,
            List<VisitedSample> baselineOnly,
            List<VisitedSample> contenderOnly,
            SamplePair pooled) {
        double ofBaseline = pooled.baseline().n();
        double ofContender = pooled.contender().n();
        List<Double> differences = new ArrayList<>();
        configurations.forEach(
                pair -> differences.add(Math.abs(n(pair.baseline()) / ofBaseline - n(pair.contender()) / ofContender)));
        baselineOnly.forEach(one -> differences.add(n(one) / ofBaseline));
        contenderOnly.forEach(one -> differences.add(n(one) / ofContender));
        return differences.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    private static int n(VisitedSample sample) {
        return sample.observations().n();
    }
}
