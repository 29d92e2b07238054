package org.spindlebench.analysis.stats;

import java.util.Optional;
import java.util.OptionalDouble;
import org.spindlebench.analysis.stats.SpeedUp.Basis;

/**
 * How a speed-up depends on the value of a factor: q = r₂ / r₁, the speed-up under a second value over the one under a first, of four
 * cells.
 *
 * <p>The cells are independent, so that in the first order (the delta method)
 *
 * <pre>
 * V        = Σ s² / (n x̄²)                         over the four cells
 * df       = V² / Σ ((s² / (n x̄²))² / (n − 1))     after Welch and Satterthwaite
 * interval = q exp(± t(1 − α/2; df) √V)
 * </pre>
 *
 * @param ratio q, above 0. Above 1: the contender gains more, or loses less, under the second value
 * @param df present with two runs or more in all cells, and some variation
 * @param interval of q; present with {@link Basis#INTERVAL} only
 * @param basis what the ratio rests on; {@link Basis#UNBOUNDED} where a bound exceeds what a double holds
 */
public record Interaction(double ratio, OptionalDouble df, Optional<Interval> interval, Basis basis) {
    /** @throws IllegalArgumentException if the ratio is not finite and above 0, or the interval does not go with the basis */
    public Interaction {
        if (!(ratio > 0 && ratio <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a ratio of speed-ups is finite and above 0, not " + ratio);
        }
        if (interval.isPresent() != (basis == Basis.INTERVAL)) {
            throw new IllegalArgumentException(
                    "a ratio of speed-ups has an interval with the basis INTERVAL only, not " + basis);
        }
    }

    /**
     * Of runs that are independent, or of visits' means (see {@link Visits#interaction}).
     *
     * @param first baseline and contender under the factor's first value
     * @param second the same two setups under its second value
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Interaction of(CellPair first, CellPair second, double confidence) {
        return of(first, second, confidence, Basis.SINGLE_RUN);
    }

    static Interaction of(CellPair first, CellPair second, double confidence, Basis ofSingles) {
        Interval.requireConfidence(confidence);
        double ratio = second.ratioOfMeans() / first.ratioOfMeans();
        if (!first.isRepeated() || !second.isRepeated()) {
            return without(ratio, OptionalDouble.empty(), ofSingles);
        }
        VarianceSum variance = first.relativeVariance();
        for (VarianceSum.Part part : second.relativeVariance().parts()) {
            variance = variance.plus(part.variance(), part.n());
        }
        if (variance.total() == 0) {
            return without(ratio, OptionalDouble.empty(), Basis.NO_VARIATION);
        }
        OptionalDouble df = OptionalDouble.of(variance.df());
        double half = StudentT.quantile(confidence, variance.df()) * Math.sqrt(variance.total());
        return Interval.ofRatio(confidence, ratio, half)
                .map(interval -> new Interaction(ratio, df, Optional.of(interval), Basis.INTERVAL))
                .orElseGet(() -> without(ratio, df, Basis.UNBOUNDED));
    }

    private static Interaction without(double ratio, OptionalDouble df, Basis basis) {
        return new Interaction(ratio, df, Optional.empty(), basis);
    }

    /** Whether it is open under which value the contender gains more: the interval contains 1, or there is none. */
    public boolean isTie() {
        return interval.map(bounds -> bounds.contains(1)).orElse(basis != Basis.NO_VARIATION || ratio == 1);
    }
}
