package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * The variance of a sum of independent parts, each estimated from a few values, and its degrees of freedom by Welch and
 * Satterthwaite: (Σvₖ)² / Σ(vₖ² / (nₖ − 1)) (Satterthwaite, Biometrics Bulletin 2(6), 1946).
 */
record VarianceSum(List<Part> parts) {
    static final VarianceSum NONE = new VarianceSum(List.of());

    /** @param n the number of values that the variance is estimated from; at least 2 */
    record Part(double variance, int n) {}

    VarianceSum {
        parts = List.copyOf(parts);
    }

    VarianceSum plus(double variance, int n) {
        List<Part> more = new ArrayList<>(parts);
        more.add(new Part(variance, n));
        return new VarianceSum(more);
    }

    /** With s² / n of a cell of two values or more, times a factor. */
    VarianceSum plusMeanOf(Cell cell, double factor) {
        double sd = cell.sd().orElseThrow();
        return plus(factor * sd * sd / cell.n(), cell.n());
    }

    double total() {
        return parts.stream().mapToDouble(Part::variance).sum();
    }

    /** Only for a total above 0. */
    double df() {
        double total = total();
        return 1
                / parts.stream()
                        .mapToDouble(part -> part.variance() / total * (part.variance() / total) / (part.n() - 1))
                        .sum();
    }
}
