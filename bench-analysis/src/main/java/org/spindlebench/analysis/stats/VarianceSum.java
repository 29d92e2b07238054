package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * The variance of a sum of independent parts. Each part's variance is estimated from a few values. Its degrees of
 * freedom follow Welch and Satterthwaite: (Σvₖ)² / Σ(vₖ² / dfₖ) (Satterthwaite, Biometrics Bulletin 2(6), 1946).
 *
 * <p>With nₖ = dfₖ + 1 values in a cell, and m in the smallest one, df is at most (m − 1) Σ wₖ, where wₖ is 1 for
 * every cell of m values and m / 2nₖ for the others. For two cells of m and M values that is (m − 1)(1 + m / 2M).
 * Without this limit, a test claims too much if one cell has 2 or 3 values and another one many: by chance the few
 * values often vary little, and then count as exact. With equal numbers of values the limit is the most that Welch's
 * formula gives, so it changes nothing. {@code docs/evidence/simulation.md} has the rates of false claims.
 */
record VarianceSum(List<VarianceTerm> parts) {
    static final VarianceSum NONE = new VarianceSum(List.of());

    /**
     * One part of the sum.
     *
     * @param df the degrees of freedom of the estimate, above 0
     * @param ofCell whether it is the variance of a cell's values, not one that is known from elsewhere
     */
    record VarianceTerm(double variance, double df, boolean ofCell) {}

    VarianceSum {
        parts = List.copyOf(parts);
    }

    /** Returns this sum plus the variance of a cell with df + 1 values. */
    VarianceSum plus(double variance, double df) {
        return plus(new VarianceTerm(variance, df, true));
    }

    /** Returns this sum plus a variance that is known from elsewhere, or pooled. */
    VarianceSum plusKnown(double variance, double df) {
        return plus(new VarianceTerm(variance, df, false));
    }

    private VarianceSum plus(VarianceTerm term) {
        List<VarianceTerm> more = new ArrayList<>(parts);
        more.add(term);
        return new VarianceSum(more);
    }

    VarianceSum plus(VarianceSum other) {
        List<VarianceTerm> all = new ArrayList<>(parts);
        all.addAll(other.parts);
        return new VarianceSum(all);
    }

    /** Returns this sum plus s² / n times a factor, for a cell of at least two values. */
    VarianceSum plusMeanOf(Sample cell, double factor) {
        double sd = cell.sd().orElseThrow();
        return plus(factor * sd * sd / cell.n(), cell.n() - 1.0);
    }

    VarianceSum times(double factor) {
        return new VarianceSum(parts.stream()
                .map(part -> new VarianceTerm(factor * part.variance(), part.df(), part.ofCell()))
                .toList());
    }

    /** Returns the same variance with at most this many degrees of freedom. */
    VarianceSum atMost(double df) {
        return total() == 0 ? this : NONE.plusKnown(total(), Math.min(df, df()));
    }

    double total() {
        return parts.stream().mapToDouble(VarianceTerm::variance).sum();
    }

    /** Returns the degrees of freedom; the variance must be above 0. */
    double df() {
        return parts.stream().allMatch(VarianceTerm::ofCell)
                ? Math.min(
                        welch(),
                        mostDf(parts.stream().mapToDouble(part -> part.df() + 1).toArray()))
                : welch();
    }

    /** Returns the degrees of freedom without their limit. */
    double welch() {
        double total = total();
        return 1
                / parts.stream()
                        .mapToDouble(part -> part.variance() / total * (part.variance() / total) / part.df())
                        .sum();
    }

    /**
     * Returns the most degrees of freedom of a sum of variances.
     *
     * @param cells the number of values in each cell, above 1
     */
    static double mostDf(double... cells) {
        double least = Double.POSITIVE_INFINITY;
        for (double n : cells) {
            least = Math.min(least, n);
        }
        double weights = 0;
        for (double n : cells) {
            weights += n == least ? 1 : least / (2 * n);
        }
        return (least - 1) * weights;
    }
}
