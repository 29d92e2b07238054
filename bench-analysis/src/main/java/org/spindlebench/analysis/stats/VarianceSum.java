package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * The variance of a sum of independent parts, each of which is estimated from a few values. Its degrees of freedom
 * follow Welch and Satterthwaite: (Σvₖ)² / Σ(vₖ² / dfₖ) (Satterthwaite, Biometrics Bulletin 2(6), 1946).
 */
record VarianceSum(List<VarianceTerm> parts) {
    static final VarianceSum NONE = new VarianceSum(List.of());

    /**
     * One part of the sum.
     *
     * @param df the degrees of freedom of the estimate, above 0
     */
    record VarianceTerm(double variance, double df) {}

    VarianceSum {
        parts = List.copyOf(parts);
    }

    VarianceSum plus(double variance, double df) {
        List<VarianceTerm> more = new ArrayList<>(parts);
        more.add(new VarianceTerm(variance, df));
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
                .map(part -> new VarianceTerm(factor * part.variance(), part.df()))
                .toList());
    }

    /** Returns the same variance with at most this many degrees of freedom. */
    VarianceSum atMost(double df) {
        return total() == 0 ? this : NONE.plus(total(), Math.min(df, df()));
    }

    double total() {
        return parts.stream().mapToDouble(VarianceTerm::variance).sum();
    }

    /** Returns the degrees of freedom; the variance must be above 0. */
    double df() {
        double total = total();
        return 1
                / parts.stream()
                        .mapToDouble(part -> part.variance() / total * (part.variance() / total) / part.df())
                        .sum();
    }
}
