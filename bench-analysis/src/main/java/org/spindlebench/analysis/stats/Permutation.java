package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.spindlebench.analysis.stats.MannWhitney.Splits;
import org.spindlebench.analysis.stats.SamplePair.LogCell;

/**
 * The exact two-sided permutation test of the difference between means of logarithms. It complements
 * {@link SamplePair.LogWelch}, and assumes no distribution.
 *
 * <p>p is the share of all splits of the pooled logarithms into n₁ and n₂ whose means differ at least as much as the
 * observed means (Fisher, The Design of Experiments, 1935, section 21; Pitman, Supplement to the Journal of the Royal
 * Statistical Society 4(1), 1937). Logarithms suit ratios: the result is the same for durations and for their
 * reciprocals, the rates. Sums that differ only by rounding count as equal.
 *
 * @param p the two-sided p; empty if a duration is 0, or if there are more than {@link MannWhitney#MOST_SPLITS} splits
 * @param leastP the least p of any split of these durations; empty if a duration is 0
 */
public record Permutation(OptionalDouble p, OptionalDouble leastP) {
    /** The rounding error of logarithms and sums, for each added number: some units in the last place. */
    private static final double ROUNDING = 0x1p-49;

    public static Permutation of(SamplePair pair) {
        if (pair.logs().isEmpty()) {
            return new Permutation(OptionalDouble.empty(), OptionalDouble.empty());
        }
        double reference = pair.baseline().mean();
        double[] first = LogCell.relative(pair.baseline().array(), reference);
        double[] second = LogCell.relative(pair.contender().array(), reference);
        double greatest =
                Arrays.stream(Splits.joined(first, second)).map(Math::abs).max().orElseThrow();
        double tolerance = ROUNDING * Math.min(first.length, second.length) * (1 + greatest);
        return new Permutation(
                Splits.p(first, second, tolerance), OptionalDouble.of(Splits.leastP(first, second, tolerance)));
    }

    /**
     * Checks whether the test could reject at this level, for some order of the durations.
     *
     * @param alpha the level, such as 0.05
     * @return false if there is no test
     */
    public boolean couldReject(double alpha) {
        return p.isPresent() && leastP.getAsDouble() < alpha;
    }
}
