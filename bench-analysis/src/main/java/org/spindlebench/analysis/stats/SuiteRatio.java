package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The speed-ups of several jobs as one number. Spindle does not offer the arithmetic mean of normalised durations,
 * because it depends on which setup is the baseline (Fleming and Wallace, Communications of the ACM 29(3), 1986).
 *
 * <p>If visits are known, each visit gives one value u, the mean over the jobs of their mean logarithms. The geometric
 * mean and its interval come from {@link Contrast#between}. So the interval includes the effect of a visit on all its
 * jobs. For J jobs with independent runs, with the mean mⱼ and the variance s²ⱼ of logarithms:
 *
 * <pre>
 * ratio of sums  = Σ x̄ⱼ / Σ ȳⱼ
 * geometric mean = exp L,  L = (1/J) Σ (m_{xⱼ} − m_{yⱼ})
 * interval       = exp(L ± t(1 − α/2; df) √V),  V = (1/J²) Σ (s²_{xⱼ} / n₁ⱼ + s²_{yⱼ} / n₂ⱼ),  df after Satterthwaite
 * jobs as sample = exp(L ± t(1 − α/2; J − 1) s / √J),  s of the (m_{xⱼ} − m_{yⱼ})
 * </pre>
 *
 * @param ratioOfSums the speed-up of all jobs run one after the other; long jobs weigh more
 * @param contrast the geometric mean over jobs with equal weights, valid for these jobs only
 * @param interval the interval of the geometric mean; empty if the contrast has none
 * @param jobsAsSample the wider interval of the geometric mean that treats the jobs as a random sample of similar jobs
 * @param leftOut the positions of jobs that are left out, because too few visits have them together with all other jobs
 */
public record SuiteRatio(
        double ratioOfSums,
        Contrast contrast,
        Optional<Interval> interval,
        Optional<Interval> jobsAsSample,
        List<Integer> leftOut) {
    public SuiteRatio {
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Computes the ratio from independent runs. The interval is empty if a job has a single run on a setup, if no job's
     * runs vary, or if a bound exceeds the range of a double. The interval for jobs as a sample is empty if there is a
     * single job, if all speed-ups are equal, or if a bound exceeds the range of a double.
     *
     * @param jobs one pair of cells per job, all durations above 0; at least one
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static SuiteRatio of(List<SamplePair> jobs, double confidence) {
        return of(jobs.stream().map(VisitedPair::ofRuns).toList(), confidence, null);
    }

    /**
     * Computes the ratio by visits if they are known. Only visits with all jobs count. If a side has fewer than two
     * such visits, the jobs with the fewest visits are left out.
     *
     * @param between the known variance between campaigns; null if unknown
     */
    public static SuiteRatio of(List<VisitedPair> jobs, double confidence, CampaignDeviation between) {
        Interval.requireConfidence(confidence);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a suite ratio needs at least one job");
        }
        List<Integer> kept =
                jobs.stream().allMatch(VisitedPair::bothVisited) ? Contrast.withWholeVisits(jobs) : all(jobs);
        List<VisitedPair> used = kept.stream().map(jobs::get).toList();
        Contrast contrast = Contrast.between(used, between);
        return new SuiteRatio(
                ratioOfSums(WeightedRatio.wholePairs(used)),
                contrast,
                contrast.interval(confidence),
                jobsAsSample(used, confidence),
                all(jobs).stream().filter(job -> !kept.contains(job)).toList());
    }

    private static List<Integer> all(List<VisitedPair> jobs) {
        return IntStream.range(0, jobs.size()).boxed().toList();
    }

    /** Returns the speed-up that gives all jobs equal weights. */
    public double geometricMean() {
        return contrast.ratio();
    }

    /** Returns the two-sided p of the hypothesis that the geometric mean is 1; present with the interval. */
    public OptionalDouble p() {
        return interval.isPresent() ? contrast.p() : OptionalDouble.empty();
    }

    /** Returns the test of the geometric mean; present with the interval. */
    public Optional<RatioDistribution> test() {
        return interval.isPresent() ? contrast.test() : Optional.empty();
    }

    /** Returns the degrees of freedom of the interval; present with the interval. */
    public OptionalDouble df() {
        return interval.isPresent() ? contrast.df() : OptionalDouble.empty();
    }

    /** Returns the ratio of sums of means. Each sum is scaled by its greatest mean, against overflow and underflow. */
    private static double ratioOfSums(List<SamplePair> jobs) {
        double greatestOfBaseline =
                jobs.stream().mapToDouble(job -> job.baseline().mean()).max().orElseThrow();
        double greatestOfContender =
                jobs.stream().mapToDouble(job -> job.contender().mean()).max().orElseThrow();
        double baseline = jobs.stream()
                .mapToDouble(job -> job.baseline().mean() / greatestOfBaseline)
                .sum();
        double contender = jobs.stream()
                .mapToDouble(job -> job.contender().mean() / greatestOfContender)
                .sum();
        return greatestOfBaseline / greatestOfContender * (baseline / contender);
    }

    private static Optional<Interval> jobsAsSample(List<VisitedPair> jobs, double confidence) {
        Sample logs = Sample.of(jobs.stream()
                .map(job -> Math.log(Contrast.between(List.of(job)).ratio()))
                .toList());
        if (logs.min() == logs.max()) {
            return Optional.empty();
        }
        double error = logs.sd().orElseThrow() / Math.sqrt(logs.n());
        double t = StudentT.quantile(confidence, logs.n() - 1.0);
        return Interval.ofRatio(confidence, Math.exp(logs.mean()), t * error);
    }
}
