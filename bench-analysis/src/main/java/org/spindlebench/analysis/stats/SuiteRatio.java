package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Speed-ups of several jobs in one figure. An arithmetic mean of normalised durations is none of them: it depends on which setup
 * is the baseline (Fleming and Wallace, Communications of the ACM 29(3), 1986).
 *
 * <p>With the speed-up rⱼ = x̄ⱼ / ȳⱼ of each of J jobs, L = (1/J) Σ ln rⱼ:
 *
 * <pre>
 * ratio of sums  = Σ x̄ⱼ / Σ ȳⱼ
 * geometric mean = exp L
 * interval       = exp(L ± t(1 − α/2; df) √V),  V = (1/J²) Σ (s²_{ln xⱼ} / n₁ⱼ + s²_{ln yⱼ} / n₂ⱼ),  df after Satterthwaite
 * jobs as sample = exp(L ± t(1 − α/2; J − 1) s_{ln r} / √J)
 * </pre>
 *
 * @param ratioOfSums how much faster all jobs are one after the other; long jobs weigh more
 * @param geometricMean every job weighs the same
 * @param interval of the geometric mean, for these jobs and no others: what would change if the same jobs were measured again
 * @param df of that interval; present where it is
 * @param jobsAsSample the wider interval of the geometric mean for jobs like these, of which these were drawn at random
 */
public record SuiteRatio(
        double ratioOfSums,
        double geometricMean,
        Optional<Interval> interval,
        OptionalDouble df,
        Optional<Interval> jobsAsSample) {
    /**
     * The interval is absent where a job has a single run on a setup or a duration of 0, where no job's runs vary, and where a
     * bound exceeds what a double holds; that of jobs as a sample is absent for a single job, for jobs with one and the same
     * speed-up, and where a bound exceeds what a double holds.
     *
     * @param jobs one pair of cells a job; at least one
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static SuiteRatio of(List<CellPair> jobs, double confidence) {
        Interval.requireConfidence(confidence);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a suite figure needs at least one job");
        }
        Cell logs =
                Cell.of(jobs.stream().map(CellPair::ratioOfMeans).map(Math::log).toList());
        double geometricMean = Math.exp(logs.mean());
        Optional<VarianceSum> variance = variance(jobs).filter(sum -> sum.total() > 0);
        Optional<Interval> interval = variance.flatMap(sum -> Interval.ofRatio(
                confidence, geometricMean, StudentT.quantile(confidence, sum.df()) * Math.sqrt(sum.total())));
        return new SuiteRatio(
                ratioOfSums(jobs),
                geometricMean,
                interval,
                interval.isPresent() ? OptionalDouble.of(variance.orElseThrow().df()) : OptionalDouble.empty(),
                jobsAsSample(logs, confidence));
    }

    /** Of the sums relative to the greatest mean of each side, which neither overflow nor vanish. */
    private static double ratioOfSums(List<CellPair> jobs) {
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

    /** V; absent where a job's part of it does not exist. */
    private static Optional<VarianceSum> variance(List<CellPair> jobs) {
        double factor = 1.0 / jobs.size() / jobs.size();
        VarianceSum sum = VarianceSum.NONE;
        for (CellPair job : jobs) {
            Optional<LogPair> logs = job.logs();
            if (!job.isRepeated() || logs.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plusMeanOf(logs.get().baseline().deviations(), factor)
                    .plusMeanOf(logs.get().contender().deviations(), factor);
        }
        return Optional.of(sum);
    }

    private static Optional<Interval> jobsAsSample(Cell logs, double confidence) {
        if (logs.min() == logs.max()) {
            return Optional.empty();
        }
        double error = logs.sd().orElseThrow() / Math.sqrt(logs.n());
        double t = StudentT.quantile(confidence, logs.n() - 1.0);
        return Interval.ofRatio(confidence, Math.exp(logs.mean()), t * error);
    }
}
