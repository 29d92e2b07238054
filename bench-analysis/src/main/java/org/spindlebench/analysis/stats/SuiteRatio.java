package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Speed-ups of several jobs in one figure. An arithmetic mean of normalised durations is none of them: it depends on which setup
 * is the baseline (Fleming and Wallace, Communications of the ACM 29(3), 1986).
 *
 * <p>Where visits are known, u is the mean over the jobs of a visit's mean logarithms, and the geometric mean and its interval are those of
 * {@link Contrast#between}: what a visit did to all its jobs is in the interval. Of J jobs whose runs are taken as independent, with the mean mⱼ
 * and the variance s²ⱼ of logarithms:
 *
 * <pre>
 * ratio of sums  = Σ x̄ⱼ / Σ ȳⱼ
 * geometric mean = exp L,  L = (1/J) Σ (m_{xⱼ} − m_{yⱼ})
 * interval       = exp(L ± t(1 − α/2; df) √V),  V = (1/J²) Σ (s²_{xⱼ} / n₁ⱼ + s²_{yⱼ} / n₂ⱼ),  df after Satterthwaite
 * jobs as sample = exp(L ± t(1 − α/2; J − 1) s / √J),  s of the (m_{xⱼ} − m_{yⱼ})
 * </pre>
 *
 * @param ratioOfSums how much faster all jobs are one after the other; long jobs weigh more
 * @param contrast the geometric mean over jobs, every job weighing the same, for these jobs and no others
 * @param interval of the geometric mean; absent where the contrast has none
 * @param jobsAsSample the wider interval of the geometric mean for jobs like these, which were drawn at random
 * @param leftOut places of the jobs that are left out, because too few visits have them and all others
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
     * Of runs that are taken as independent. The interval is absent where a job has a single run on a setup, where no job's runs vary, and
     * where a bound exceeds what a double holds; that of jobs as a sample is absent for a single job, for jobs with one and the same speed-up,
     * and where a bound exceeds what a double holds.
     *
     * @param jobs one pair of cells a job, all durations above 0; at least one
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static SuiteRatio of(List<SamplePair> jobs, double confidence) {
        return of(jobs.stream().map(VisitedPair::ofRuns).toList(), confidence, null);
    }

    /**
     * By visits where they are known. Only visits count that have all jobs; where fewer than two of a side do, the jobs that the fewest visits
     * have are left out.
     *
     * @param between what is known of the variance between campaigns, or null
     */
    public static SuiteRatio of(List<VisitedPair> jobs, double confidence, Between between) {
        Interval.requireConfidence(confidence);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a suite figure needs at least one job");
        }
        List<Integer> kept =
                jobs.stream().allMatch(VisitedPair::bothVisited) ? Contrast.withWholeVisits(jobs) : all(jobs);
        List<VisitedPair> used = kept.stream().map(jobs::get).toList();
        Contrast contrast = Contrast.between(used, between);
        return new SuiteRatio(
                ratioOfSums(used.stream().map(VisitedPair::observations).toList()),
                contrast,
                contrast.interval(confidence),
                jobsAsSample(used, confidence),
                all(jobs).stream().filter(job -> !kept.contains(job)).toList());
    }

    private static List<Integer> all(List<VisitedPair> jobs) {
        return IntStream.range(0, jobs.size()).boxed().toList();
    }

    /** How many times as fast the contender is, every job weighing the same. */
    public double geometricMean() {
        return contrast.ratio();
    }

    /** The two-sided p of a geometric mean of 1; present where the interval is. */
    public OptionalDouble p() {
        return interval.isPresent() ? contrast.p() : OptionalDouble.empty();
    }

    /** Degrees of freedom of the interval; present where it is. */
    public OptionalDouble df() {
        return interval.isPresent() ? contrast.df() : OptionalDouble.empty();
    }

    /** Of the sums relative to the greatest mean of each side, which neither overflow nor vanish. */
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
