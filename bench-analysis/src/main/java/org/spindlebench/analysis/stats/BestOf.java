package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which of several cells may be the fastest: those that no other cell is told to be faster than.
 *
 * <p>For each two of k cells, in both directions, Welch's one-sided test asks whether the one is slower than the other: t = (mᵢ − mⱼ) / √(vᵢ +
 * vⱼ), with degrees of freedom after Welch and Satterthwaite. The k(k − 1) values of p are one family under {@link Holm}. A cell is
 * told from the best if one of its own is below 1 − confidence: that some cell is told from the best that is as fast as any happens in
 * at most 1 − confidence of all experiments, whatever the means and variances, and although the best is found in the same data.
 *
 * <p>Hsu's comparisons with the best (Annals of Statistics 12(3), 1984) need equal variances, and hold for one fixed best cell; here each
 * sentence "slower than the best" is part of the family. With k = 2 it is the two-sided test.
 *
 * @param best the place of the cell with the least mean, from 0; the first of equal ones
 * @param p for each cell the least adjusted p of its being slower than another one; 1 for the best
 * @param confidence of the family
 */
public record BestOf(int best, List<Double> p, double confidence) {
    /**
     * A cell's mean of logarithms of durations.
     *
     * @param value the mean
     * @param variance of the mean, such as s² / n; at least 0
     * @param df its degrees of freedom, such as n − 1; above 0
     */
    public record Mean(double value, double variance, double df) {
        /** @throws IllegalArgumentException if a number is out of range */
        public Mean {
            if (!Double.isFinite(value) || !(variance >= 0 && variance <= Double.MAX_VALUE) || !(df > 0)) {
                throw new IllegalArgumentException(
                        "a mean needs a value, a variance of at least 0 and degrees of freedom: " + value + ", "
                                + variance + ", " + df);
            }
        }
    }

    public BestOf {
        p = List.copyOf(p);
    }

    /**
     * Two cells of which neither varies are not told from each other, whatever their means.
     *
     * @param cells at least one; independent of each other
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static BestOf of(List<Mean> cells, double confidence) {
        Interval.requireConfidence(confidence);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("the best of no cells is none");
        }
        List<Double> slower = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            for (int j = 0; j < cells.size(); j++) {
                if (i != j) {
                    slower.add(pSlower(cells.get(i), cells.get(j)));
                }
            }
        }
        List<Double> adjusted = Holm.adjust(slower);
        int others = cells.size() - 1;
        List<Double> p = IntStream.range(0, cells.size())
                .mapToObj(i -> others == 0 ? 1.0 : Collections.min(adjusted.subList(i * others, (i + 1) * others)))
                .toList();
        int best = IntStream.range(0, cells.size())
                .reduce((i, j) -> cells.get(j).value() < cells.get(i).value() ? j : i)
                .getAsInt();
        return new BestOf(best, p, confidence);
    }

    /** The places of the cells that are not told from the best, the best one among them, in their order. */
    public List<Integer> tied() {
        return IntStream.range(0, p.size())
                .filter(i -> i == best || p.get(i) >= 1 - confidence)
                .boxed()
                .toList();
    }

    /** One-sided p of the first mean's being above the second. */
    private static double pSlower(Mean cell, Mean other) {
        double variance = cell.variance() + other.variance();
        if (variance == 0) {
            return 1;
        }
        double first = cell.variance() / variance;
        double second = other.variance() / variance;
        double df = 1 / (first * first / cell.df() + second * second / other.df());
        double t = (cell.value() - other.value()) / Math.sqrt(variance);
        double half = StudentT.twoSided(t, df) / 2;
        return t > 0 ? half : 1 - half;
    }
}
