package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values of a cell that lie far from the others, and the cell without them. They are flagged, never dropped: a run is left out by a
 * rule of validity that was declared beforehand, not for its size. {@link #without} is there to show what hangs on them.
 *
 * <p>A value x is flagged by either of
 *
 * <ul>
 *   <li>|x − median| / MAD &gt; 14.826, with MAD the median of all |xᵢ − median|, not scaled: ten standard deviations, of
 *       normally distributed values (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). Where more than half of
 *       the values are equal, MAD is 0 and measures nothing: then this rule flags none, and the fences speak alone;
 *   <li>x &lt; Q₁ − 1.5 (Q₃ − Q₁) or x &gt; Q₃ + 1.5 (Q₃ − Q₁), the fences of Tukey (Exploratory Data Analysis, 1977), with R's quartiles
 *       of type 7. Where Q₁ = Q₃, every other value lies outside.
 * </ul>
 *
 * @param flagged in the order of the cell; often none
 * @param without the cell of the values that are not flagged; absent where none is flagged
 */
public record Outliers(List<Outlier> flagged, Optional<Cell> without) {
    private static final double FAR = 14.826;
    private static final double FENCE = 1.5;

    public Outliers {
        flagged = List.copyOf(flagged);
    }

    /** For every cell; one or two values are never far from each other. */
    public static Outliers of(Cell cell) {
        double[] sorted = cell.sorted();
        double median = Cell.median(sorted);
        double[] values = cell.array();
        double mad = Cell.of(Arrays.stream(values)
                        .map(value -> Math.abs(value - median))
                        .toArray())
                .median();
        double firstQuartile = Cell.quantile(sorted, 0.25);
        double thirdQuartile = Cell.quantile(sorted, 0.75);
        double reach = FENCE * (thirdQuartile - firstQuartile);
        double low = firstQuartile - reach;
        double high = thirdQuartile + reach;
        List<Outlier> flagged = IntStream.range(0, values.length)
                .mapToObj(i -> {
                    boolean byMad = mad > 0 && Math.abs(values[i] - median) > FAR * mad;
                    return new Outlier(i, values[i], byMad, values[i] < low || values[i] > high);
                })
                .filter(Outlier::isFlagged)
                .toList();
        return new Outliers(flagged, flagged.isEmpty() ? Optional.empty() : Optional.of(remaining(values, flagged)));
    }

    private static Cell remaining(double[] values, List<Outlier> flagged) {
        Set<Integer> out = flagged.stream().map(Outlier::index).collect(Collectors.toSet());
        return Cell.of(IntStream.range(0, values.length)
                .filter(i -> !out.contains(i))
                .mapToDouble(i -> values[i])
                .toArray());
    }
}
