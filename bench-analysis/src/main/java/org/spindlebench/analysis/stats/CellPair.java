package org.spindlebench.analysis.stats;

import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The durations of one job on two setups.
 *
 * <p>A duration is at least 0, and a cell's mean is above 0, so that every ratio of means exists. A duration of 0 has no logarithm:
 * what is computed of logarithms is then absent, or refused where it says so.
 *
 * @param baseline x, the durations that others are compared with
 * @param contender y, the durations on the other setup, in the same unit
 */
public record CellPair(Cell baseline, Cell contender) {
    /** The greatest ratio of two durations above 0 of a pair, 10¹⁰⁰: beyond, a bound could exceed what a double holds. */
    public static final double WIDEST = 1e100;

    /** @throws IllegalArgumentException if a duration is negative, all of a cell are 0, or two are further apart than {@link #WIDEST} */
    public CellPair {
        requireDurations("baseline", baseline);
        requireDurations("contender", contender);
        double least = DoubleStream.concat(DoubleStream.of(baseline.array()), DoubleStream.of(contender.array()))
                .filter(duration -> duration > 0)
                .min()
                .orElseThrow();
        double greatest = Math.max(baseline.max(), contender.max());
        if (!(greatest / least <= WIDEST)) {
            throw new IllegalArgumentException("durations to compare must lie within a factor of " + WIDEST + ": from "
                    + least + " to " + greatest);
        }
    }

    /** The ratio of arithmetic means x̄ / ȳ. Above 1: the contender is faster. */
    public double ratioOfMeans() {
        return baseline.mean() / contender.mean();
    }

    /** Baseline and contender changed over. */
    public CellPair swapped() {
        return new CellPair(contender, baseline);
    }

    /** Whether both cells have two values or more, without which nothing says how they vary. */
    boolean isRepeated() {
        return baseline.n() > 1 && contender.n() > 1;
    }

    /** Whether some cell's values differ. */
    boolean varies() {
        return baseline.min() < baseline.max() || contender.min() < contender.max();
    }

    /**
     * The squared coefficients of variation of both means, s² / (n x̄²): in the first order the variance of the ratio's logarithm.
     * Only for repeated cells.
     */
    VarianceSum relativeVariance() {
        return VarianceSum.NONE
                .plus(squaredVariation(baseline), baseline.n() - 1.0)
                .plus(squaredVariation(contender), contender.n() - 1.0);
    }

    /** @return absent where a duration is 0 */
    Optional<LogPair> logs() {
        return LogCell.of(baseline).flatMap(x -> LogCell.of(contender).map(y -> new LogPair(x, y)));
    }

    /** @throws IllegalArgumentException if a duration is 0 */
    LogPair requireLogs() {
        return logs().orElseThrow(() ->
                new IllegalArgumentException("every duration must be above 0, for its logarithm: baseline "
                        + baseline.values() + ", contender " + contender.values()));
    }

    private static double squaredVariation(Cell cell) {
        double cv = cell.cv().orElseThrow();
        return cv * cv / cell.n();
    }

    private static void requireDurations(String side, Cell cell) {
        if (!(cell.min() >= 0 && cell.max() > 0)) {
            throw new IllegalArgumentException(
                    "durations of the " + side + " must be at least 0, and one of them above 0: " + cell.values());
        }
    }
}
