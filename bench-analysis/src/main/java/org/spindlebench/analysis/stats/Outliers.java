package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values of a cell that are far from the others, and the cell without them. Outliers are flagged, never dropped:
 * only a validity rule that was declared beforehand excludes a run. {@link #without} shows the outliers' influence.
 *
 * <p>A value x is flagged if |x − median| / MAD exceeds 14.826, where MAD is the unscaled median of all |xᵢ − median|.
 * For normally distributed values this limit is ten standard deviations (Iglewicz and Hoaglin, How to Detect and Handle
 * Outliers, 1993). For three values MAD is the lesser of two gaps, which is often small by chance, so the limit is √3 /
 * (2 tan 1.5°) − 1/2 = 32.57. The two gaps of normal values are proportional to sin θ and sin(60° − θ) with θ uniform,
 * so 5 % of such cells exceed the limit.
 *
 * <p>The following table gives, by n, the share of cells with normally distributed values that have a flagged value. It
 * was simulated in {@code ChanceSimulationTest}, which requires at most 5 % for each n from 3 to 200:
 *
 * <pre>
 * n      3      4      5      6      7      8      9     10     12     15   20 and more
 * %   5.00   2.47   3.24   1.02   1.22   0.44   0.51   0.19   0.10   0.05   below 0.01
 * </pre>
 *
 * <p>If a clock ticks in units (see {@link Sample#unit}), MAD is at least unit / √12, the standard deviation of
 * rounding to a unit. So values that differ by rounding are not far from each other. If more than half of the values
 * are equal and no unit is known, MAD is 0 and no value is flagged.
 *
 * <p>{@link #chance} is the probability of values this far out in a cell of normally distributed values. At each stage
 * a probability is computed, and the least one is taken:
 *
 * <pre>
 * stages · m · P(|t(m − 2)| &gt; |x − mean| / (s √(1 + 1 / (m − 1))))
 * </pre>
 *
 * where x is the value farthest from the mean of the m remaining values; mean and s are computed from the other m − 1
 * values. Then x is removed, so that one straggler does not hide another. This is the generalised extreme studentised
 * deviate (Rosner, Technometrics 25(2), 1983), corrected for (n − 1) / 2 stages, at most 10, after Bonferroni. Among
 * cells of 3 to 8 normally distributed values, the share with a chance below α is between 2/3 and 4/3 of α. Among
 * larger cells the share is smaller.
 *
 * @param flagged the flagged values in the order of the cell; often none
 * @param without the cell without the flagged values; empty if no value is flagged
 * @param chance from 0 to 1; 1 if none is flagged
 */
public record Outliers(List<Outlier> flagged, Optional<Sample> without, double chance) {
    private static final int MOST_STAGES = 10;
    private static final Outliers NONE = new Outliers(List.of(), Optional.empty(), 1);
    private static final double FAR = 14.826;
    private static final double FAR_OF_THREE = Math.sqrt(3) / (2 * Math.tan(Math.toRadians(1.5))) - 0.5;

    public Outliers {
        flagged = List.copyOf(flagged);
    }

    /** Finds the outliers of a cell; cells of one or two values have none. */
    public static Outliers of(Sample cell) {
        double median = cell.median();
        double[] values = cell.array();
        double mad = Sample.of(Arrays.stream(values)
                        .map(value -> Math.abs(value - median))
                        .toArray())
                .median();
        double far = (cell.n() == 3 ? FAR_OF_THREE : FAR) * Math.max(mad, cell.unit() / Math.sqrt(12));
        if (cell.n() < 3 || far == 0) {
            return NONE;
        }
        List<Outlier> flagged = IntStream.range(0, values.length)
                .filter(i -> Math.abs(values[i] - median) > far)
                .mapToObj(i -> new Outlier(i, values[i]))
                .toList();
        return flagged.isEmpty()
                ? NONE
                : new Outliers(flagged, Optional.of(remaining(values, flagged)), chance(cell, flagged.size()));
    }

    private static double chance(Sample cell, int flagged) {
        int stages = Math.min(MOST_STAGES, (cell.n() - 1) / 2);
        double least = 1;
        Sample left = cell;
        for (int stage = 0; stage < Math.min(stages, flagged); stage++) {
            Sample all = left;
            double mean = all.mean();
            int far = IntStream.range(0, all.n())
                    .boxed()
                    .max(Comparator.comparingDouble(i -> Math.abs(all.values().get(i) - mean)))
                    .orElseThrow();
            left = remaining(all.array(), List.of(new Outlier(far, all.values().get(far))));
            least = Math.min(least, stages * all.n() * p(all.values().get(far), left, cell.unit()));
        }
        return least;
    }

    /** Returns the two-sided p of a value, compared with the others of its cell. */
    private static double p(double value, Sample others, double unit) {
        double sd = Math.max(others.sd().orElseThrow(), unit / Math.sqrt(12));
        return sd == 0
                ? 1
                : StudentT.twoSided((value - others.mean()) / sd / Math.sqrt(1 + 1.0 / others.n()), others.n() - 1.0);
    }

    private static Sample remaining(double[] values, List<Outlier> flagged) {
        Set<Integer> out = flagged.stream().map(Outlier::index).collect(Collectors.toSet());
        return Sample.of(IntStream.range(0, values.length)
                .filter(i -> !out.contains(i))
                .mapToDouble(i -> values[i])
                .toArray());
    }

    /**
     * A value that is far from the others of its cell, by the rule of {@link Outliers}.
     *
     * @param index its place in the cell, from 0
     */
    public record Outlier(int index, double value) {}
}
