package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.stats.SamplePair.LogPair;

/**
 * The comparison of two setups within blocks. A block has one run on each setup; the two belong together, for example
 * as neighbours in time.
 *
 * <p>With dᵢ = ln xᵢ − ln yᵢ for each of B blocks: ratio = exp(mean d) and interval = exp(mean d ± t(1 − α/2; B − 1)
 * s_d / √B). The p is the p of the paired t test. Effects common to a block cancel, but half the degrees of freedom are
 * lost.
 *
 * @param blocks B, the number of blocks
 * @param ratio the ratio of geometric means, above 1 if the contender is faster
 * @param interval the interval of the ratio
 * @param p the two-sided p, above 0
 * @param correlation Pearson's correlation of ln xᵢ and ln yᵢ over the blocks
 */
public record Paired(
        int blocks, double ratio, Optional<Interval> interval, OptionalDouble p, OptionalDouble correlation) {
    /**
     * The correlation above which pairing is worthwhile with five blocks. With equal variances, the width of the paired
     * interval is proportional to √(1 − ρ) t(4), and the width of the unpaired interval is proportional to t(8). The
     * widths are equal at ρ = 1 − (2.306 / 2.776)² = 0.31.
     */
    public static final double PAYS_ABOVE = 0.31;

    /** The greatest difference between logarithms of ratios that the rounding of durations explains. */
    private static final double ROUNDING = 0x1p-50;

    /**
     * Compares two cells within blocks. Interval and p are empty if there is a single block, if all ratios xᵢ / yᵢ are
     * equal except for rounding, or if a bound exceeds the range of a double. The correlation is empty if there are
     * fewer than three blocks, or if a cell does not vary.
     *
     * @param pair two cells whose i-th values belong to one block
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @throws IllegalArgumentException if the cells differ in size, or a duration is 0
     */
    public static Paired of(SamplePair pair, double confidence) {
        Interval.requireConfidence(confidence);
        int blocks = pair.baseline().n();
        if (blocks != pair.contender().n()) {
            throw new IllegalArgumentException("a block needs a run on each setup, but there are " + blocks + " and "
                    + pair.contender().n());
        }
        LogPair logs = pair.requireLogs();
        double[] x = logs.baseline().deviations().array();
        double[] y = logs.contender().deviations().array();
        Sample differences = Sample.of(
                IntStream.range(0, blocks).mapToDouble(i -> x[i] - y[i]).toArray());
        OptionalDouble correlation = correlation(logs);
        if (differences.max() - differences.min() <= ROUNDING) {
            return new Paired(blocks, logs.ratio(), Optional.empty(), OptionalDouble.empty(), correlation);
        }
        double error = differences.sd().orElseThrow() / Math.sqrt(blocks);
        double df = blocks - 1.0;
        Optional<Interval> interval =
                Interval.ofRatio(confidence, logs.ratio(), StudentT.quantile(confidence, df) * error);
        double p = StudentT.twoSided(logs.difference() / error, df);
        return new Paired(blocks, logs.ratio(), interval, OptionalDouble.of(p), correlation);
    }

    /**
     * Checks whether there is a correlation above {@link #PAYS_ABOVE}. The paired interval then tends to be narrower
     * than the unpaired one.
     */
    public boolean pays() {
        return correlation.isPresent() && correlation.getAsDouble() > PAYS_ABOVE;
    }

    private static OptionalDouble correlation(LogPair logs) {
        Sample x = logs.baseline().deviations();
        Sample y = logs.contender().deviations();
        if (x.n() < 3 || x.min() == x.max() || y.min() == y.max()) {
            return OptionalDouble.empty();
        }
        double meanOfX = x.mean();
        double meanOfY = y.mean();
        double sum = IntStream.range(0, x.n())
                .mapToDouble(i -> (x.values().get(i) - meanOfX) * (y.values().get(i) - meanOfY))
                .sum();
        double scale = x.sd().orElseThrow() * (x.n() - 1) * y.sd().orElseThrow();
        return OptionalDouble.of(Math.max(-1, Math.min(1, sum / scale)));
    }

    /**
     * The comparison of two setups within each configuration, and then over all configurations. The record also has
     * the pooled ratio, which mixes configurations.
     *
     * <p>If runs are spread over the configurations differently on the two sides, the ratio of overall means compares
     * configurations as much as setups. A setup that was run mostly in fast configurations looks fast.
     *
     * @param configurations the number of configurations that were run on both setups
     * @param clusters the number of groups of configurations that share no run and no visit with each other
     * @param ratio the geometric mean of the speed-ups of the matched configurations, above 1 if the contender is
     *     faster. With {@link PairedBasis#CLUSTERS} and {@link PairedBasis#NONE} each cluster has the same weight, otherwise
     *     each configuration has the same weight
     * @param interval the interval of this ratio
     * @param test the test of this ratio; empty if there is no interval
     * @param basis the unit that the interval counts
     * @param pooledRatio the mean of all runs on the baseline over the mean of all runs on the contender
     * @param shareDifference the difference between the distributions of the runs, from 0 (equal) to 1. Each
     *     configuration has a share of the baseline's runs and a share of the contender's; this is the greatest
     *     difference between the two shares
     */
    public record Matched(
            int configurations,
            int clusters,
            double ratio,
            Optional<Interval> interval,
            Optional<RatioDistribution> test,
            PairedBasis basis,
            double pooledRatio,
            double shareDifference) {
        /** Returns the two-sided p of the hypothesis that the ratio is 1; empty if there is no interval. */
        public OptionalDouble p() {
            return test.stream().mapToDouble(RatioDistribution::p).findFirst();
        }

        /** The least number of clusters that give an interval. */
        public static final int LEAST_CLUSTERS = 5;

        /** The least number of clusters whose interval is preferred to the one for exactly these configurations. */
        public static final int MANY_CLUSTERS = 12;

        /** The unit that the interval of a matched ratio counts. */
        public enum PairedBasis {
            /** The variation of runs, or of visits, for exactly these configurations, as in {@link Contrast}. */
            THESE_CONFIGURATIONS,
            /** The variation between clusters. The configurations are regarded as a sample of all possible ones. */
            CLUSTERS,
            /** There is no interval. */
            NONE;

            /** Returns the word for programs, which never changes. */
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        /**
         * Compares independent runs as {@link #of(List, List, List, boolean, double)} does, if every configuration was
         * run on both setups.
         *
         * @param configurations one pair of cells for each configuration; at least one
         */
        public static Matched of(List<SamplePair> configurations, double confidence) {
            return of(
                    configurations.stream().map(VisitedPair::ofRuns).toList(), List.of(), List.of(), false, confidence);
        }

        /**
         * Compares configurations. The interval is empty if the {@link Contrast} has none.
         *
         * @param configurations one pair for each configuration that was run on both sides; at least one
         * @param baselineOnly the configurations that were run only on the baseline; they count in the pooled ratio
         * @param contenderOnly the configurations that were run only on the contender; they count in the pooled ratio
         * @param within whether both sides belong to one setup, and were run in the same visits to it
         * @param confidence between 0 and 1, exclusive, such as 0.95
         */
        public static Matched of(
                List<VisitedPair> configurations,
                List<VisitedSample> baselineOnly,
                List<VisitedSample> contenderOnly,
                boolean within,
                double confidence) {
            Contrast matched = within ? Contrast.within(configurations, true) : Contrast.between(configurations);
            return new Sides(configurations, baselineOnly, contenderOnly).matched(matched, confidence);
        }

        /**
         * Compares many configurations, which count as a sample of all that could have been run. So the interval also
         * covers how much the setups' ratio depends on the configuration.
         *
         * <p>Each cluster gives one value, the mean of ln(baseline / contender) over its configurations; each side is
         * the mean logarithm of its durations. With k clusters, their mean L and standard deviation s: ratio = exp L,
         * interval = exp(L ± t(1 − α/2; k − 1) s / √k), and the p of the t test. Clusters have equal weights, even if
         * their numbers of runs differ. If the values of clusters are normally distributed, the t interval at
         * confidences above 0.917 covers at least as often as stated, whatever their variances are (Ibragimov and
         * Müller, Journal of Business &amp; Economic Statistics 28(4), 2010). If only a few configurations differ, it
         * covers less often; docs/evidence/simulation.md has the rates. A mean of logarithms, unlike the logarithm of a
         * mean, does not depend on the number of runs.
         *
         * <p>With fewer than {@value #MANY_CLUSTERS} clusters the interval is for exactly these configurations, and the
         * variation of runs, or of visits, is its unit: {@link Contrast#between(List, CampaignDeviation)}. If that has no interval,
         * {@value #LEAST_CLUSTERS} or more clusters give one.
         *
         * @param configurations one pair for each configuration that was run on both sides; at least one
         * @param clusters for each pair the number of its cluster; pairs that share runs or visits share a cluster
         * @param baselineOnly the configurations that were run only on the baseline; they count in the pooled ratio
         * @param contenderOnly the configurations that were run only on the contender; they count in the pooled ratio
         * @param between the known variance between campaigns, used if a side is a single visit; may be null
         * @param confidence between 0 and 1, exclusive, such as 0.95
         */
        public static Matched overMany(
                List<VisitedPair> configurations,
                List<Integer> clusters,
                List<VisitedSample> baselineOnly,
                List<VisitedSample> contenderOnly,
                CampaignDeviation between,
                double confidence) {
            Interval.requireConfidence(confidence);
            if (configurations.isEmpty() || clusters.size() != configurations.size()) {
                throw new IllegalArgumentException(
                        configurations.size() + " configurations need as many clusters, not " + clusters.size());
            }
            Sides sides = new Sides(configurations, baselineOnly, contenderOnly);
            Sample values = valuesOf(configurations, clusters);
            if (values.n() < MANY_CLUSTERS) {
                Matched these = sides.matched(Contrast.between(configurations, between), confidence);
                if (values.n() < LEAST_CLUSTERS || these.interval.isPresent()) {
                    return these.withClusters(values.n());
                }
            }
            double error = values.max() - values.min() <= ROUNDING
                    ? Double.NaN
                    : values.sd().orElseThrow() / Math.sqrt(values.n());
            return sides.matched(values.n(), values.mean(), error, confidence);
        }

        private static Sample valuesOf(List<VisitedPair> configurations, List<Integer> clusters) {
            Map<Integer, List<Double>> byCluster = new TreeMap<>();
            for (int i = 0; i < configurations.size(); i++) {
                byCluster
                        .computeIfAbsent(clusters.get(i), cluster -> new ArrayList<>())
                        .add(configurations.get(i).logRatio());
            }
            return Sample.of(byCluster.values().stream()
                    .map(logs -> logs.stream().mapToDouble(Double::doubleValue).sum() / logs.size())
                    .toList());
        }

        private Matched withClusters(int count) {
            return new Matched(configurations, count, ratio, interval, test, basis, pooledRatio, shareDifference);
        }

        /** Checks whether the interval takes few configurations as a sample, and may miss that a few of them differ. */
        public boolean isOfFewClusters() {
            return basis == PairedBasis.CLUSTERS && clusters < MANY_CLUSTERS;
        }

        /**
         * Checks whether runs are spread over the configurations differently on the two sides, which makes the pooled
         * ratio misleading.
         */
        public boolean isUnbalanced() {
            return shareDifference > 0;
        }

        /** The configurations that both sides have, and the configurations that only one side has. */
        private record Sides(
                List<VisitedPair> configurations, List<VisitedSample> baselineOnly, List<VisitedSample> contenderOnly) {
            Matched matched(Contrast contrast, double confidence) {
                Optional<Interval> interval = contrast.interval(confidence);
                return matched(
                        configurations.size(),
                        contrast.ratio(),
                        interval,
                        interval.isPresent() ? contrast.test() : Optional.empty(),
                        interval.isPresent() ? PairedBasis.THESE_CONFIGURATIONS : PairedBasis.NONE);
            }

            /** @param error the standard error of the mean logarithm; NaN without an interval */
            Matched matched(int clusters, double log, double error, double confidence) {
                double df = clusters - 1.0;
                Optional<Interval> interval = Double.isNaN(error)
                        ? Optional.empty()
                        : Interval.ofRatio(confidence, Math.exp(log), StudentT.quantile(confidence, df) * error);
                return matched(
                        clusters,
                        Math.exp(log),
                        interval,
                        interval.isPresent()
                                ? Optional.of(new RatioDistribution(
                                        Math.exp(log), error, df, StudentT.twoSided(log / error, df)))
                                : Optional.empty(),
                        interval.isPresent() ? PairedBasis.CLUSTERS : PairedBasis.NONE);
            }

            private Matched matched(
                    int clusters,
                    double ratio,
                    Optional<Interval> interval,
                    Optional<RatioDistribution> test,
                    PairedBasis basis) {
                SamplePair pooled = new SamplePair(
                        pooled(configurations.stream().map(VisitedPair::baseline), baselineOnly),
                        pooled(configurations.stream().map(VisitedPair::contender), contenderOnly));
                return new Matched(
                        configurations.size(),
                        clusters,
                        ratio,
                        interval,
                        test,
                        basis,
                        pooled.ratioOfMeans(),
                        shareDifference(pooled));
            }

            // A side that belongs to several pairs counts once.
            private static Sample pooled(Stream<VisitedSample> matched, List<VisitedSample> others) {
                Set<VisitedSample> once = Collections.newSetFromMap(new IdentityHashMap<>());
                return Sample.pooled(Stream.concat(matched, others.stream())
                        .filter(once::add)
                        .map(VisitedSample::observations)
                        .toList());
            }

            private double shareDifference(SamplePair pooled) {
                double ofBaseline = pooled.baseline().n();
                double ofContender = pooled.contender().n();
                List<Double> differences = new ArrayList<>();
                configurations.forEach(pair ->
                        differences.add(Math.abs(n(pair.baseline()) / ofBaseline - n(pair.contender()) / ofContender)));
                baselineOnly.forEach(one -> differences.add(n(one) / ofBaseline));
                contenderOnly.forEach(one -> differences.add(n(one) / ofContender));
                return differences.stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow();
            }

            private static int n(VisitedSample sample) {
                return sample.observations().n();
            }
        }
    }
}
