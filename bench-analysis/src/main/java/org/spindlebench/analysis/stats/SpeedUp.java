package org.spindlebench.analysis.stats;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The speed-up of the contender: the ratio of arithmetic means r = x̄ / ȳ of the durations, with Fieller's interval.
 *
 * <p>With v = s² / n for each cell, t = t(1 − α/2; df) and g = t² v_y / ȳ²:
 *
 * <pre>
 * df       = (v_x + r² v_y)² / (v_x² / (n₁ − 1) + r⁴ v_y² / (n₂ − 1))
 * interval = [r ± (t / ȳ) √((1 − g) v_x + r² v_y)] / (1 − g)
 * </pre>
 *
 * (Fieller, Journal of the Royal Statistical Society B 16(2), 1954; degrees of freedom after Welch and Satterthwaite.)
 * The computation uses the relative variances v_x / x̄² and v_y / ȳ², which gives the same result.
 *
 * <p>If a clock ticks in units (see {@link Sample#unit}) and a cell's s² is less than the variance of rounding, unit² /
 * 12, then v is unit² / 12. Such runs are rounded alike, so repeats do not reduce the error. The degrees of freedom
 * remain those of n runs.
 *
 * @param ratio r, above 0; above 1 if the contender is faster
 * @param df the degrees of freedom; present if both cells have at least two runs, with some variation
 * @param interval the interval of the ratio; present with {@link IntervalBasis#INTERVAL} only. Its lower bound may be 0 or less
 *     if the baseline varies a lot
 */
public record SpeedUp(double ratio, OptionalDouble df, Optional<Interval> interval, IntervalBasis basis) {
    /** Whether there is an interval; if not, the reason. */
    public enum IntervalBasis {
        /** There is an interval. */
        INTERVAL,
        /** A cell has one run, so the variation of runs is unknown. */
        SINGLE_RUN,
        /**
         * The runs of both cells are equal, and their clock has no known unit. There is no measurable variation, and
         * therefore no test. If the unit were known, there would be an interval that covers the rounding.
         */
        NO_VARIATION,
        /** g ≥ 1: the contender's mean is indistinguishable from 0 at this confidence, so the ratio has no bound. */
        UNBOUNDED,
        /** A setup was visited once, so its effect is indistinguishable from the effect of time. */
        CONFOUNDED_WITH_TIME;

        /** Returns a stable word for programs, such as {@code single-run}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * @throws IllegalArgumentException if the ratio is not finite and above 0, or if the interval contradicts the basis
     */
    public SpeedUp {
        if (!(ratio > 0 && ratio <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a speed-up is finite and above 0, not " + ratio);
        }
        if (interval.isPresent() != (basis == IntervalBasis.INTERVAL)) {
            throw new IllegalArgumentException(
                    "a speed-up has an interval if and only if its basis is INTERVAL; the basis is " + basis);
        }
    }

    /**
     * Computes the speed-up.
     *
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static SpeedUp of(SamplePair pair, double confidence) {
        Interval.requireConfidence(confidence);
        double ratio = pair.ratioOfMeans();
        if (!pair.isRepeated()) {
            return without(ratio, IntervalBasis.SINGLE_RUN);
        }
        VarianceSum variance = pair.relativeVariance();
        if (variance.total() == 0) {
            return without(ratio, IntervalBasis.NO_VARIATION);
        }
        double ofBaseline = variance.parts().get(0).variance();
        double ofContender = variance.parts().get(1).variance();
        double t = StudentT.quantile(confidence, variance.df());
        double rest = 1 - t * t * ofContender;
        OptionalDouble df = OptionalDouble.of(variance.df());
        if (rest <= 0) {
            return new SpeedUp(ratio, df, Optional.empty(), IntervalBasis.UNBOUNDED);
        }
        double half = t * Math.sqrt(rest * ofBaseline + ofContender);
        Interval interval = new Interval(confidence, ratio * (1 - half) / rest, ratio * (1 + half) / rest);
        return new SpeedUp(ratio, df, Optional.of(interval), IntervalBasis.INTERVAL);
    }

    static SpeedUp without(double ratio, IntervalBasis basis) {
        return new SpeedUp(ratio, OptionalDouble.empty(), Optional.empty(), basis);
    }

    /** Returns the contender's duration in units of the baseline's, ȳ / x̄ = 1 / r, which the papers' figures show. */
    public double normalised() {
        return 1 / ratio;
    }

    /**
     * Returns the interval of {@link #normalised}: the reciprocals of the speed-up's bounds.
     *
     * @return empty if there is no interval, or if the speed-up's lower bound is not above 0, because the normalised
     *     duration then has no upper bound
     */
    public Optional<Interval> normalisedInterval() {
        return interval.flatMap(Interval::reciprocal);
    }

    /**
     * Checks whether it is undecided which of the two is faster. That is the case if the interval contains 1, or if
     * there is no interval.
     *
     * <p>{@link IntervalBasis#NO_VARIATION} is an exception: repeated runs that never varied are a tie only if the two means
     * are equal. A single run, a setup visited once and an unbounded ratio are ties, however large the ratio is,
     * because a repeat might reverse it.
     */
    public boolean isTie() {
        if (basis == IntervalBasis.NO_VARIATION) {
            return ratio == 1;
        }
        return interval.map(bounds -> bounds.contains(1)).orElse(true);
    }

    /** Returns a short text, such as {@code 1.641x [1.585, 1.698]} or {@code 1.641x (single-run)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3fx ", ratio)
                + interval.map(bounds -> String.format(Locale.ROOT, "[%.3f, %.3f]", bounds.low(), bounds.high()))
                        .orElse("(" + basis.word() + ")");
    }
}
