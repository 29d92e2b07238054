package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The speed-up of a whole workload of jobs, each with a known share of the baseline's cluster hours.
 *
 * <p>With shares wⱼ that sum to 1 and qⱼ = ȳⱼ / x̄ⱼ, the hours wⱼ become wⱼqⱼ. The whole workload is S = 1 / Q times as
 * fast, with Q = Σ wⱼqⱼ (Amdahl's law). The delta method gives its interval: ln S = −ln Q, and ∂ ln Q / ∂ ln qⱼ = wⱼqⱼ
 * / Q = aⱼ, the job's share of the contender's hours. If visits are known, each visit to the contender gives one value
 * T = Σ aⱼ yⱼ / ȳⱼ, where yⱼ are the visit's means. The same applies to visits to the baseline. Only visits with all
 * jobs count. Independent runs have var ln qⱼ ≈ s²_x / (n₁ x̄²) + s²_y / (n₂ ȳ²):
 *
 * <pre>
 * V        = s²_{T of x} / n₁ + s²_{T of y} / n₂                             by visits
 * V        = Σ aⱼ² (s²_{xⱼ} / (n₁ⱼ x̄ⱼ²) + s²_{yⱼ} / (n₂ⱼ ȳⱼ²))              by runs
 * interval = S exp(± t(1 − α/2; df) √V),  df after Satterthwaite
 * </pre>
 *
 * The shares count as known: the interval does not include their own uncertainty.
 *
 * @param speedUp S, above 1 if the contender is faster
 * @param interval the interval of S; present with {@link SpeedUp.IntervalBasis#INTERVAL} only
 * @param basis whether there is an interval; if not, the reason
 * @param test the test of S; present with the interval
 */
public record WeightedRatio(
        double speedUp, Optional<Interval> interval, SpeedUp.IntervalBasis basis, Optional<RatioDistribution> test) {
    /** Returns the two-sided p for S = 1; present with the interval. */
    public OptionalDouble p() {
        return test.stream().mapToDouble(RatioDistribution::p).findFirst();
    }

    /**
     * Computes the speed-up from independent runs. Jobs with share 0 change nothing. The other jobs decide whether
     * there is an interval. It is empty if one of the jobs has a single run on a setup, if none of them varies, or if a
     * bound exceeds the range of a double.
     *
     * @param sharesOfBaselineHours one per job, at least 0 and not all 0; they are scaled to a sum of 1
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static WeightedRatio of(List<SamplePair> jobs, List<Double> sharesOfBaselineHours, double confidence) {
        return of(jobs.stream().map(VisitedPair::ofRuns).toList(), sharesOfBaselineHours, confidence, null);
    }

    /**
     * Computes the speed-up by visits if they are known.
     *
     * @param between the known variance between campaigns, for a side that is a single visit; null if unknown
     */
    public static WeightedRatio of(
            List<VisitedPair> jobs, List<Double> sharesOfBaselineHours, double confidence, CampaignDeviation between) {
        Interval.requireConfidence(confidence);
        double sum = requireShares(jobs.size(), sharesOfBaselineHours);
        List<Integer> shared = IntStream.range(0, jobs.size())
                .filter(j -> sharesOfBaselineHours.get(j) > 0)
                .boxed()
                .toList();
        List<VisitedSample> baselines =
                whole(shared.stream().map(j -> jobs.get(j).baseline()).toList());
        List<VisitedSample> contenders =
                whole(shared.stream().map(j -> jobs.get(j).contender()).toList());
        double[] hours = IntStream.range(0, shared.size())
                .mapToDouble(k -> sharesOfBaselineHours.get(shared.get(k))
                        / sum
                        / new VisitedPair(baselines.get(k), contenders.get(k))
                                .observations()
                                .ratioOfMeans())
                .toArray();
        double whole =
                IntStream.range(0, hours.length).mapToDouble(j -> hours[j]).sum();
        double[] weights = IntStream.range(0, hours.length)
                .mapToDouble(j -> hours[j] / whole)
                .toArray();
        Optional<VarianceSum> known = variance(baselines, weights, between)
                .flatMap(x -> variance(contenders, weights, between).map(x::plus))
                // Contrast.between explains this limit.
                .map(both -> between == null ? both : both.atMost(between.df()));
        Optional<VarianceSum> variance = known.filter(both -> both.total() > 0);
        Optional<Interval> interval = variance.flatMap(v ->
                Interval.ofRatio(confidence, 1 / whole, StudentT.quantile(confidence, v.df()) * Math.sqrt(v.total())));
        return new WeightedRatio(
                1 / whole,
                interval,
                interval.isPresent()
                        ? SpeedUp.IntervalBasis.INTERVAL
                        : without(known.isPresent(), baselines, contenders),
                interval.isPresent()
                        ? Optional.of(RatioDistribution.of(-Math.log(whole), variance.get()))
                        : Optional.empty());
    }

    private static SpeedUp.IntervalBasis without(
            boolean varianceKnown, List<VisitedSample> baselines, List<VisitedSample> contenders) {
        if (varianceKnown) {
            return SpeedUp.IntervalBasis.NO_VARIATION;
        }
        // If no visit has all jobs, or a side is a single visit, jobs are compared at different times.
        return Stream.concat(baselines.stream(), contenders.stream()).anyMatch(VisitedSample::isVisited)
                ? SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME
                : SpeedUp.IntervalBasis.SINGLE_RUN;
    }

    /** Returns the observations of jobs, each side restricted to the visits that have all jobs. */
    static List<SamplePair> wholePairs(List<VisitedPair> jobs) {
        List<VisitedSample> baselines =
                whole(jobs.stream().map(VisitedPair::baseline).toList());
        List<VisitedSample> contenders =
                whole(jobs.stream().map(VisitedPair::contender).toList());
        return IntStream.range(0, jobs.size())
                .mapToObj(job -> new VisitedPair(baselines.get(job), contenders.get(job)).observations())
                .toList();
    }

    /** Restricts the samples to their common visits; unchanged if there are none. */
    private static List<VisitedSample> whole(List<VisitedSample> jobs) {
        List<String> names = jobs.stream().allMatch(VisitedSample::isVisited) ? LogMean.wholeVisits(jobs) : List.of();
        if (names.isEmpty()) {
            return jobs;
        }
        return jobs.stream()
                .map(job -> {
                    Map<String, VisitedSample.VisitSample> byName = job.visits().stream()
                            .collect(Collectors.toMap(VisitedSample.VisitSample::name, Function.identity()));
                    return VisitedSample.ofVisits(
                            names.stream().map(byName::get).toList());
                })
                .toList();
    }

    private static Optional<VarianceSum> variance(
            List<VisitedSample> jobs, double[] weights, CampaignDeviation between) {
        boolean visited = jobs.stream().anyMatch(VisitedSample::isVisited);
        int units = jobs.stream().mapToInt(job -> job.observations().n()).min().orElseThrow();
        if (units == 1) {
            return visited && between != null ? ofOneVisit(jobs, weights, between) : Optional.empty();
        }
        if (!visited) {
            return Optional.of(ofRuns(jobs, weights));
        }
        boolean whole = jobs.stream().allMatch(job -> names(job).equals(names(jobs.get(0))));
        return whole ? Optional.of(VarianceSum.NONE.plusMeanOf(totals(jobs, weights), 1)) : Optional.empty();
    }

    private static List<String> names(VisitedSample job) {
        return job.visits().stream().map(VisitedSample.VisitSample::name).toList();
    }

    /** Returns T for each visit. */
    private static Sample totals(List<VisitedSample> jobs, double[] weights) {
        List<Double> totals = new ArrayList<>();
        for (int visit = 0; visit < jobs.get(0).observations().n(); visit++) {
            double total = 0;
            for (int j = 0; j < weights.length; j++) {
                Sample observations = jobs.get(j).observations();
                total += weights[j] * (observations.values().get(visit) / observations.mean());
            }
            totals.add(total);
        }
        return Sample.of(totals);
    }

    private static VarianceSum ofRuns(List<VisitedSample> jobs, double[] weights) {
        VarianceSum variance = VarianceSum.NONE;
        IdentityHashMap<VisitedSample, Double> shares = new IdentityHashMap<>();
        for (int j = 0; j < weights.length; j++) {
            shares.merge(jobs.get(j), weights[j], Double::sum);
        }
        for (VisitedSample job : jobs) {
            Double share = shares.remove(job);
            if (share != null) {
                Sample runs = job.runs();
                double cv = share * runs.cv().orElseThrow();
                variance = variance.plus(cv * cv / runs.n(), runs.n() - 1.0);
            }
        }
        return variance;
    }

    private static Optional<VarianceSum> ofOneVisit(
            List<VisitedSample> jobs, double[] weights, CampaignDeviation between) {
        boolean repeated = jobs.stream().allMatch(job -> job.runs().n() > 1);
        return repeated
                ? Optional.of(ofRuns(jobs, weights).plusKnown(between.cv() * between.cv(), between.df()))
                : Optional.empty();
    }

    private static double requireShares(int jobs, List<Double> shares) {
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        boolean usable = shares.stream().allMatch(share -> share >= 0) && sum > 0 && sum <= Double.MAX_VALUE;
        if (jobs != shares.size() || !usable) {
            throw new IllegalArgumentException("a mix of " + jobs
                    + " jobs needs as many shares of at least 0, with a finite sum above 0: " + shares);
        }
        return sum;
    }
}
