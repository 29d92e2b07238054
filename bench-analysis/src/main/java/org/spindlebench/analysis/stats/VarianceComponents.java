package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * The variance between visits to a setup and the variance of runs within visits. They show whether more visits or more
 * runs per visit help.
 *
 * <p>The model has one-way random effects, yᵢⱼ = μ + visitᵢ + runᵢⱼ, for each of several cells with common variances
 * (Searle, Casella and McCulloch, Variance Components, 1992, section 3.6; for experiments on computers Kalibera and
 * Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, section 6). With nᵢ runs in visit i, N runs in the K
 * visits of a cell, and sums over the cells:
 *
 * <pre>
 * within  = Σ SSW / Σ (N − K),                SSW = Σᵢⱼ (yᵢⱼ − ȳᵢ)²
 * between = (Σ SSB − within Σ (K − 1)) / Σ (N − Σᵢ nᵢ² / N),   SSB = Σᵢ nᵢ (ȳᵢ − ȳ)²;  0 where that is below 0
 * </pre>
 *
 * <p>Both estimates are unbiased before negative values are replaced by 0. For a single cell with r runs in each visit,
 * {@code between} is Kalibera and Jones' T² = s² of the visits' means − within / r. For logarithms of durations, the
 * square roots of both are approximately coefficients of variation.
 *
 * @param between the variance of visits, in the square of the values' unit, at least 0
 * @param within the variance of runs in one visit, at least 0
 * @param visitDf the degrees of freedom between visits, Σ (K − 1)
 * @param runDf the degrees of freedom within visits, Σ (N − K)
 * @param mostShareBetween the upper bound of {@link #shareBetween}, of confidence {@value #BOUND}, from the distribution
 *     of F = (Σ SSB / visitDf) / within (Searle, Casella and McCulloch, section 3.6). It is exact if all visits have
 *     the same number of runs; 1 if runs within visits never vary
 */
public record VarianceComponents(double between, double within, int visitDf, int runDf, double mostShareBetween) {
    private static final double BOUND = 0.95;

    /**
     * Estimates both variances.
     *
     * @param cells for each cell, such as a job on a setup, the values of each of its visits, such as logarithms of
     *     durations; all finite
     * @return empty if no cell has two visits, or no visit has two runs
     */
    public static Optional<VarianceComponents> of(List<List<double[]>> cells) {
        double withinSquares = 0;
        double betweenSquares = 0;
        double weight = 0;
        int visitDf = 0;
        int runDf = 0;
        for (List<double[]> visits : cells) {
            List<Sample> filled = visits.stream()
                    .filter(visit -> visit.length > 0)
                    .map(Sample::of)
                    .toList();
            if (!filled.isEmpty()) {
                Sample all = Sample.pooled(filled);
                withinSquares +=
                        filled.stream().mapToDouble(VarianceComponents::squares).sum();
                betweenSquares += betweenSquares(filled, all.mean());
                weight += all.n()
                        - filled.stream()
                                        .mapToDouble(visit -> (double) visit.n() * visit.n())
                                        .sum()
                                / all.n();
                visitDf += filled.size() - 1;
                runDf += all.n() - filled.size();
            }
        }
        if (visitDf == 0 || runDf == 0) {
            return Optional.empty();
        }
        double within = withinSquares / runDf;
        double between = Math.max(0, (betweenSquares - within * visitDf) / weight);
        double f = betweenSquares / visitDf / within;
        double ratio = Math.max(0, (f / leastF(visitDf, runDf) - 1) * visitDf / weight);
        return Optional.of(
                new VarianceComponents(between, within, visitDf, runDf, within == 0 ? 1 : ratio / (1 + ratio)));
    }

    /** Returns the quantile 1 − {@value #BOUND} of the F distribution. */
    private static double leastF(int visitDf, int runDf) {
        double low = 0;
        double high = 1;
        for (double middle = 0.5; middle > low && middle < high; middle = (low + high) / 2) {
            if (RegularizedBeta.value(middle, visitDf / 2.0, runDf / 2.0) < 1 - BOUND) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high / (1 - high) * runDf / visitDf;
    }

    /**
     * Returns the share of a single run's variance that is between visits, which is the correlation of two runs in one
     * visit. It is 0 if no duration varies.
     */
    public double shareBetween() {
        double all = between + within;
        return all == 0 ? 0 : between / all;
    }

    /**
     * Returns the number of runs per visit that distinguishes setups best within a given time. It is the least whole
     * number that is at least √(cost of a visit / cost of a run · within / between), and at least 1 (Kalibera and
     * Jones, section 6.2).
     *
     * @param visitCost the cost of a visit without its runs, such as the seconds to apply the setup; at least 0
     * @param runCost the cost of a run, in the same unit; above 0
     * @return empty if visits vary by no more than their runs explain; no number of runs per visit is then too large
     */
    public OptionalInt runsPerVisit(double visitCost, double runCost) {
        if (!(visitCost >= 0 && visitCost <= Double.MAX_VALUE && runCost > 0 && runCost <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "a visit costs at least 0, and a run more than 0: " + visitCost + " and " + runCost);
        }
        if (between == 0) {
            return OptionalInt.empty();
        }
        double runs = Math.ceil(Math.sqrt(visitCost / runCost * (within / between)));
        return OptionalInt.of((int) Math.max(1, Math.min(Integer.MAX_VALUE, runs)));
    }

    /** Returns Σ (y − ȳ)². */
    private static double squares(Sample visit) {
        double mean = visit.mean();
        return Arrays.stream(visit.array())
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    private static double betweenSquares(List<Sample> visits, double mean) {
        return visits.stream()
                .mapToDouble(visit -> visit.n() * Math.pow(visit.mean() - mean, 2))
                .sum();
    }
}
