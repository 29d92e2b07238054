package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/**
 * How a speed-up depends on the value of a factor: q = r₂ / r₁, the speed-up under a second value divided by the
 * speed-up under a first value. It is computed from four cells.
 *
 * <p>The cells are independent, so the delta method gives, to first order:
 *
 * <pre>
 * V        = Σ s² / (n x̄²)                         over the four cells
 * df       = V² / Σ ((s² / (n x̄²))² / (n − 1))     after Welch and Satterthwaite
 * interval = q exp(± t(1 − α/2; df) √V)
 * </pre>
 *
 * @param ratio q, above 0. If it is above 1, the contender's speed-up is greater under the second value
 * @param df the degrees of freedom; present if all cells have at least two runs, with some variation
 * @param interval the interval of q; present with {@link IntervalBasis#INTERVAL} only
 * @param basis the basis of the ratio; {@link IntervalBasis#UNBOUNDED} if a bound exceeds the range of a double
 * @param p the two-sided p for a ratio of 1; present with the interval
 */
public record Interaction(
        double ratio, OptionalDouble df, Optional<Interval> interval, IntervalBasis basis, OptionalDouble p) {
    /**
     * @throws IllegalArgumentException if the ratio is not finite and above 0, or if the interval contradicts the basis
     */
    public Interaction {
        if (!(ratio > 0 && ratio <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a ratio of speed-ups is finite and above 0, not " + ratio);
        }
        if (interval.isPresent() != (basis == IntervalBasis.INTERVAL)) {
            throw new IllegalArgumentException(
                    "a ratio of speed-ups has an interval if and only if its basis is INTERVAL; the basis is " + basis);
        }
    }

    /**
     * Computes the interaction of independent runs.
     *
     * @param first baseline and contender under the factor's first value
     * @param second the same two setups under the factor's second value
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Interaction of(SamplePair first, SamplePair second, double confidence) {
        Interval.requireConfidence(confidence);
        double ratio = second.ratioOfMeans() / first.ratioOfMeans();
        if (!first.isRepeated() || !second.isRepeated()) {
            return without(ratio, OptionalDouble.empty(), IntervalBasis.SINGLE_RUN);
        }
        VarianceSum variance = first.relativeVariance().plus(second.relativeVariance());
        if (variance.total() == 0) {
            return without(ratio, OptionalDouble.empty(), IntervalBasis.NO_VARIATION);
        }
        OptionalDouble df = OptionalDouble.of(variance.df());
        double error = Math.sqrt(variance.total());
        double p = StudentT.twoSided(Math.log(ratio) / error, variance.df());
        return Interval.ofRatio(confidence, ratio, StudentT.quantile(confidence, variance.df()) * error)
                .map(interval ->
                        new Interaction(ratio, df, Optional.of(interval), IntervalBasis.INTERVAL, OptionalDouble.of(p)))
                .orElseGet(() -> without(ratio, df, IntervalBasis.UNBOUNDED));
    }

    /**
     * Computes the interaction by visits, if they are known. Each visit with runs under both values gives one ln(second
     * / first), in which the common effect of the visit cancels. The values of the two setups are then compared ({@link
     * Contrast#within}). The ratio is of geometric means. With a single visit to a setup there is no interval, and the
     * basis is {@link IntervalBasis#CONFOUNDED_WITH_TIME}.
     */
    public static Interaction of(VisitedPair first, VisitedPair second, double confidence) {
        return first.bothVisited() && second.bothVisited()
                ? of(quotient(first, second), confidence)
                : of(first.observations(), second.observations(), confidence);
    }

    /**
     * Computes the product of two speed-ups instead of their quotient. The product is above 1 if the speed-up with the
     * greater |ln r| is above 1. If quotient and product are on different sides of 1, the second speed-up is smaller in
     * size: |ln r₂| &lt; |ln r₁|.
     */
    public static Interaction product(VisitedPair first, VisitedPair second, double confidence) {
        if (!first.bothVisited() || !second.bothVisited()) {
            return of(first.swapped().observations(), second.observations(), confidence);
        }
        Contrast together = Contrast.between(List.of(first, second));
        return together.basis() == IntervalBasis.INTERVAL
                ? of(together.squared(), confidence)
                : of(Contrast.between(List.of(second)).over(Contrast.between(List.of(first.swapped()))), confidence);
    }

    /** Returns the test of the ratio; present with the interval. */
    public Optional<RatioDistribution> test() {
        return interval.map(bounds -> RatioDistribution.of(ratio, bounds, df.orElseThrow(), p.orElseThrow()));
    }

    private static Contrast quotient(VisitedPair first, VisitedPair second) {
        Contrast contender = Contrast.within(List.of(new VisitedPair(first.contender(), second.contender())), false);
        Contrast baseline = Contrast.within(List.of(new VisitedPair(first.baseline(), second.baseline())), false);
        return contender.over(baseline);
    }

    private static Interaction of(Contrast contrast, double confidence) {
        Optional<Interval> interval = contrast.interval(confidence);
        IntervalBasis basis = contrast.basis() == IntervalBasis.INTERVAL && interval.isEmpty()
                ? IntervalBasis.UNBOUNDED
                : contrast.basis();
        return interval.isPresent()
                ? new Interaction(contrast.ratio(), contrast.df(), interval, basis, contrast.p())
                : without(contrast.ratio(), contrast.df(), basis);
    }

    private static Interaction without(double ratio, OptionalDouble df, IntervalBasis basis) {
        return new Interaction(ratio, df, Optional.empty(), basis, OptionalDouble.empty());
    }

    /**
     * Checks whether it is undecided under which value the contender's speed-up is greater. This is true if the
     * interval contains 1, or if there is no interval.
     */
    public boolean isTie() {
        return interval.map(bounds -> bounds.contains(1)).orElse(basis != IntervalBasis.NO_VARIATION || ratio == 1);
    }
}
