package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/**
 * The ratio of the geometric means of two sides over one or several jobs, or configurations, and the uncertainty of
 * this ratio.
 *
 * <p>{@link #between} compares sides that were visited separately, such as two setups. Each visit gives one value: the
 * mean, over the jobs, of each job's mean logarithm. Welch's t compares the two sets of values.
 * {@link #within} compares sides that were both run in every visit, such as two values of a setting on one setup. Each
 * visit gives the difference of the two sides, in which the effect of the visit cancels (the analysis of split-plot
 * designs; Yates, Supplement to the Journal of the Royal Statistical Society 2(2), 1935). With the mean L, its variance
 * V, and df by Satterthwaite:
 *
 * <pre>
 * ratio    = exp L
 * interval = exp(L ± t(1 − α/2; df) √V)
 * t        = L / √V
 * </pre>
 */
public final class Contrast {
    private final double log;
    private final VarianceSum variance;
    private final IntervalBasis basis;
    private final int baselineUnits;
    private final int contenderUnits;
    private final boolean visited;

    private Contrast(
            double log,
            VarianceSum variance,
            IntervalBasis basis,
            int baselineUnits,
            int contenderUnits,
            boolean visited) {
        this.log = log;
        this.variance = variance;
        this.basis = basis == IntervalBasis.INTERVAL && variance.total() == 0 ? IntervalBasis.NO_VARIATION : basis;
        this.baselineUnits = baselineUnits;
        this.contenderUnits = contenderUnits;
        this.visited = visited;
    }

    /**
     * Computes the mean over jobs of ln(baseline / contender), for sides that were visited separately.
     *
     * @param jobs at least one; all have the same two setups
     * @param between the known variance between campaigns, used if a side is a single visit; may be null
     */
    public static Contrast between(List<VisitedPair> jobs, CampaignDeviation between) {
        double[] references = references(jobs);
        List<VisitedSample> baselines = jobs.stream().map(VisitedPair::baseline).toList();
        List<VisitedSample> contenders =
                jobs.stream().map(VisitedPair::contender).toList();
        LogMean x = LogMean.of(baselines, references);
        LogMean y = LogMean.of(contenders, references);
        if (between != null && isSingle(x, y)) {
            Optional<LogMean> first = LogMean.of(baselines, references, between);
            Optional<LogMean> second = LogMean.of(contenders, references, between);
            if (first.isPresent() && second.isPresent()) {
                // Both sides share one estimate of the variance between campaigns. If by chance that estimate is far
                // too small, it contributes little to the sum. In that case, the other contributions must not raise the
                // degrees of freedom.
                return of(first.get(), second.get()).atMost(between.df());
            }
        }
        return of(x, y);
    }

    private Contrast atMost(double df) {
        return new Contrast(log, variance.atMost(df), basis, baselineUnits, contenderUnits, visited);
    }

    /** Computes the same as {@link #between(List, CampaignDeviation)}, without a known variance between campaigns. */
    public static Contrast between(List<VisitedPair> jobs) {
        return between(jobs, null);
    }

    private static boolean isSingle(LogMean x, LogMean y) {
        return x.visited() && y.visited() && (x.units() == 1 || y.units() == 1);
    }

    private static Contrast of(LogMean x, LogMean y) {
        boolean known = x.variance().isPresent() && y.variance().isPresent();
        IntervalBasis lacking =
                x.visited() || y.visited() ? IntervalBasis.CONFOUNDED_WITH_TIME : IntervalBasis.SINGLE_RUN;
        return new Contrast(
                x.mean() - y.mean(),
                known ? x.variance().orElseThrow().plus(y.variance().orElseThrow()) : VarianceSum.NONE,
                known ? IntervalBasis.INTERVAL : lacking,
                x.units(),
                y.units(),
                x.visited() || y.visited());
    }

    /**
     * Computes the mean over jobs of ln(baseline / contender), for sides that were both run in the same visits. Only
     * visits with all jobs on both sides count. Independent runs are compared as in {@link #between}.
     *
     * @param jobs at least one; all on one setup
     * @param singleByRuns whether the runs of a single visit count as independent within it; otherwise a single visit
     *     has no interval
     */
    public static Contrast within(List<VisitedPair> jobs, boolean singleByRuns) {
        if (!jobs.stream().allMatch(VisitedPair::bothVisited)) {
            return between(jobs);
        }
        double[] references = references(jobs);
        List<VisitedSample> all =
                new ArrayList<>(jobs.stream().map(VisitedPair::baseline).toList());
        all.addAll(jobs.stream().map(VisitedPair::contender).toList());
        List<String> visits = LogMean.wholeVisits(all);
        if (visits.isEmpty()) {
            return between(jobs);
        }
        if (visits.size() == 1 && singleByRuns) {
            return between(jobs.stream().map(job -> job.runsOf(visits.get(0))).toList());
        }
        double[] twice = IntStream.range(0, all.size())
                .mapToDouble(i -> references[i % jobs.size()])
                .toArray();
        Sample differences = Sample.of(LogMean.whole(all, twice).stream()
                .map(logs -> difference(logs, jobs.size()))
                .toList());
        int n = differences.n();
        VarianceSum variance = n == 1 ? VarianceSum.NONE : VarianceSum.NONE.plusMeanOf(differences, 1);
        return new Contrast(
                differences.mean(),
                variance,
                n == 1 ? IntervalBasis.CONFOUNDED_WITH_TIME : IntervalBasis.INTERVAL,
                n,
                n,
                true);
    }

    /** Computes the geometric mean of one side's values, in place of a ratio. */
    public static Contrast ofValues(VisitedSample values) {
        LogMean mean = LogMean.of(List.of(values), new double[] {1});
        boolean known = mean.variance().isPresent();
        IntervalBasis lacking = mean.visited() ? IntervalBasis.CONFOUNDED_WITH_TIME : IntervalBasis.SINGLE_RUN;
        return new Contrast(
                mean.mean(),
                mean.variance().orElse(VarianceSum.NONE),
                known ? IntervalBasis.INTERVAL : lacking,
                mean.units(),
                mean.units(),
                mean.visited());
    }

    /** Returns the ratio with its interval. */
    public SpeedUp speedUp(double confidence) {
        Optional<Interval> interval = interval(confidence);
        return new SpeedUp(
                ratio(),
                df(),
                interval,
                basis == IntervalBasis.INTERVAL && interval.isEmpty() ? IntervalBasis.UNBOUNDED : basis);
    }

    private static double difference(double[] logs, int jobs) {
        double sum = 0;
        for (int j = 0; j < jobs; j++) {
            sum += logs[j] - logs[jobs + j];
        }
        return sum / jobs;
    }

    private static double[] references(List<VisitedPair> jobs) {
        return jobs.stream()
                .mapToDouble(job -> job.baseline().observations().mean())
                .toArray();
    }

    /** Returns the quotient of this ratio and another one, which must be independent. */
    public Contrast over(Contrast other) {
        IntervalBasis worse =
                basis == IntervalBasis.INTERVAL || basis == IntervalBasis.NO_VARIATION ? other.basis : basis;
        boolean known = worse == IntervalBasis.INTERVAL || worse == IntervalBasis.NO_VARIATION;
        return new Contrast(
                log - other.log,
                known ? variance.plus(other.variance) : VarianceSum.NONE,
                known ? IntervalBasis.INTERVAL : worse,
                baselineUnits,
                other.baselineUnits,
                visited || other.visited);
    }

    /** Returns the square of the ratio, which turns the mean of two logarithms into their sum. */
    Contrast squared() {
        return new Contrast(2 * log, variance.times(4), basis, baselineUnits, contenderUnits, visited);
    }

    /** Returns the logarithm of {@link #ratio}. */
    double log() {
        return log;
    }

    /** Returns the ratio of geometric means. */
    public double ratio() {
        return Math.exp(log);
    }

    /**
     * Returns whether there is an interval and a p; if not, the reason. The {@link #interval} may be empty even with
     * {@link IntervalBasis#INTERVAL}, if a double cannot hold its bounds.
     */
    public IntervalBasis basis() {
        return basis;
    }

    /** Checks whether units are visits; otherwise they are independent runs. */
    public boolean isVisited() {
        return visited;
    }

    /** Returns the number of the baseline's visits, or runs. */
    public int baselineUnits() {
        return baselineUnits;
    }

    /** Returns the number of the contender's visits, or runs. */
    public int contenderUnits() {
        return contenderUnits;
    }

    /** Returns the degrees of freedom; present with {@link IntervalBasis#INTERVAL}. */
    public OptionalDouble df() {
        return basis == IntervalBasis.INTERVAL ? OptionalDouble.of(variance.df()) : OptionalDouble.empty();
    }

    /**
     * Returns the interval of the ratio.
     *
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public Optional<Interval> interval(double confidence) {
        Interval.requireConfidence(confidence);
        return basis == IntervalBasis.INTERVAL
                ? Interval.ofRatio(
                        confidence, ratio(), StudentT.quantile(confidence, variance.df()) * Math.sqrt(variance.total()))
                : Optional.empty();
    }

    /** Returns the two-sided p of the hypothesis that the ratio is 1. */
    public OptionalDouble p() {
        return basis == IntervalBasis.INTERVAL
                ? OptionalDouble.of(StudentT.twoSided(log / Math.sqrt(variance.total()), variance.df()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the one-sided p for the claim that the ratio is above a limit. A small p supports the claim.
     *
     * @param limit above 0
     */
    public OptionalDouble pAbove(double limit) {
        return oneSided(limit, 1);
    }

    /** Returns the one-sided p for the claim that the ratio is below a limit. A small p supports the claim. */
    public OptionalDouble pBelow(double limit) {
        return oneSided(limit, -1);
    }

    private OptionalDouble oneSided(double limit, int sign) {
        return basis == IntervalBasis.INTERVAL
                ? OptionalDouble.of(
                        StudentT.above(sign * (log - Math.log(limit)) / Math.sqrt(variance.total()), variance.df()))
                : OptionalDouble.empty();
    }

    /** Returns the test of the ratio; present with {@link IntervalBasis#INTERVAL}. */
    public Optional<RatioDistribution> test() {
        return basis == IntervalBasis.INTERVAL ? Optional.of(RatioDistribution.of(log, variance)) : Optional.empty();
    }

    /** Returns Welch's test of one job as {@link LogWelch}; empty if there is no interval. */
    Optional<LogWelch> welch(double confidence) {
        return interval(confidence)
                .map(bounds -> new LogWelch(
                        log / Math.sqrt(variance.total()), variance.df(), p().orElseThrow(), ratio(), bounds));
    }

    /**
     * Returns the jobs with at least two whole visits on both sides, after dropping the jobs with the fewest visits;
     * returns all jobs if that fails.
     */
    static List<Integer> withWholeVisits(List<VisitedPair> jobs) {
        List<Integer> all = IntStream.range(0, jobs.size()).boxed().toList();
        List<Integer> kept = new ArrayList<>(all);
        while (kept.size() > 1 && fewestVisits(kept.stream().map(jobs::get).toList()) < 2) {
            Map<Integer, Integer> visits = kept.stream()
                    .collect(Collectors.toMap(
                            j -> j,
                            j -> Math.min(
                                    jobs.get(j).baseline().visits().size(),
                                    jobs.get(j).contender().visits().size())));
            kept.remove(kept.stream()
                    .min((one, other) -> Integer.compare(visits.get(one), visits.get(other)))
                    .orElseThrow());
        }
        return fewestVisits(kept.stream().map(jobs::get).toList()) < 2 ? all : kept;
    }

    private static int fewestVisits(List<VisitedPair> jobs) {
        return Math.min(
                LogMean.wholeVisits(jobs.stream().map(VisitedPair::baseline).toList())
                        .size(),
                LogMean.wholeVisits(jobs.stream().map(VisitedPair::contender).toList())
                        .size());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Contrast that
                && Double.compare(log, that.log) == 0
                && variance.equals(that.variance)
                && basis == that.basis
                && baselineUnits == that.baselineUnits
                && contenderUnits == that.contenderUnits
                && visited == that.visited;
    }

    @Override
    public int hashCode() {
        return Objects.hash(log, variance, basis, baselineUnits, contenderUnits, visited);
    }

    @Override
    public String toString() {
        return ratio() + " (" + basis.word() + ", " + baselineUnits + " and " + contenderUnits + " units)";
    }
}
