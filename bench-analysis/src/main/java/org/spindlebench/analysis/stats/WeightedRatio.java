package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The speed-up of a whole workload, of which each job takes a known share of the baseline's cluster hours.
 *
 * <p>With shares wⱼ of sum 1 and qⱼ = ȳⱼ / x̄ⱼ, the hours wⱼ become wⱼqⱼ, so the whole is S = 1 / Q times as fast, Q = Σ wⱼqⱼ (Amdahl's
 * law). Its interval is by the delta method: ln S = −ln Q, and ∂ ln Q / ∂ ln qⱼ = wⱼqⱼ / Q = aⱼ, the job's share of the contender's
 * hours. The jobs are independent and var ln qⱼ ≈ s²_x / (n₁ x̄²) + s²_y / (n₂ ȳ²), so
 *
 * <pre>
 * V        = Σ aⱼ² (s²_{xⱼ} / (n₁ⱼ x̄ⱼ²) + s²_{yⱼ} / (n₂ⱼ ȳⱼ²))
 * interval = S exp(± t(1 − α/2; df) √V),  df after Satterthwaite
 * </pre>
 *
 * The shares are taken as known: their own uncertainty is not in the interval.
 *
 * @param speedUp S, above 1 where the contender is faster
 * @param interval of S
 */
public record WeightedRatio(double speedUp, Optional<Interval> interval) {
    /**
     * Jobs of share 0 change nothing. The interval is absent where a job with a share has a single run on a setup, where no such
     * job's runs vary, and where a bound exceeds what a double holds.
     *
     * @param sharesOfBaselineHours one a job, at least 0 and not all 0; brought to sum 1
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static WeightedRatio of(List<CellPair> jobs, List<Double> sharesOfBaselineHours, double confidence) {
        Interval.requireConfidence(confidence);
        double sum = requireShares(jobs, sharesOfBaselineHours);
        List<CellPair> shared = withShare(jobs, sharesOfBaselineHours);
        double[] hours = IntStream.range(0, jobs.size())
                .filter(j -> sharesOfBaselineHours.get(j) > 0)
                .mapToDouble(
                        j -> sharesOfBaselineHours.get(j) / sum / jobs.get(j).ratioOfMeans())
                .toArray();
        double whole =
                IntStream.range(0, hours.length).mapToDouble(j -> hours[j]).sum();
        return new WeightedRatio(1 / whole, interval(shared, hours, whole, confidence));
    }

    private static Optional<Interval> interval(List<CellPair> jobs, double[] hours, double whole, double confidence) {
        if (!jobs.stream().allMatch(CellPair::isRepeated)) {
            return Optional.empty();
        }
        VarianceSum variance = VarianceSum.NONE;
        for (int j = 0; j < hours.length; j++) {
            double share = hours[j] / whole;
            for (VarianceSum.Part part : jobs.get(j).relativeVariance().parts()) {
                variance = variance.plus(share * share * part.variance(), part.n());
            }
        }
        if (variance.total() == 0) {
            return Optional.empty();
        }
        double t = StudentT.quantile(confidence, variance.df());
        return Interval.ofRatio(confidence, 1 / whole, t * Math.sqrt(variance.total()));
    }

    private static List<CellPair> withShare(List<CellPair> jobs, List<Double> shares) {
        return IntStream.range(0, jobs.size())
                .filter(j -> shares.get(j) > 0)
                .mapToObj(jobs::get)
                .toList();
    }

    private static double requireShares(List<CellPair> jobs, List<Double> shares) {
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        boolean usable = shares.stream().allMatch(share -> share >= 0) && sum > 0 && sum <= Double.MAX_VALUE;
        if (jobs.size() != shares.size() || !usable) {
            throw new IllegalArgumentException("a mix of " + jobs.size()
                    + " jobs needs as many shares of at least 0, with a finite sum above 0: " + shares);
        }
        return sum;
    }
}
