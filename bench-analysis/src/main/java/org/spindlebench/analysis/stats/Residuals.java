package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is left of values, each of which belongs to a cell and to a visit, after the least-squares effects of all cells and all visits are taken
 * out: by subtracting the means of cells and of visits in turns until nothing changes (von Neumann's alternating projections; Halperin, Acta
 * Scientiarum Mathematicarum 23, 1962).
 *
 * @param values what is left, in the order of the values
 * @param times what is left of 1 … n, the values' places in time, after the same effects: a trend is told by what these two have in common
 * @param df degrees of freedom that are left: n less the cells and visits, plus one for each set of them that no others are connected with
 */
public record Residuals(Sample values, Sample times, int df) {
    private static final int MOST_ROUNDS = 1_000;
    private static final double SMALL = 1e-13;
    private static final double ROUNDING = 1e-11;

    /**
     * @param values in the order of time
     * @param cells of each value, numbered from 0
     * @param visits of each value, numbered from 0; all 0 where there is one or none is known
     */
    public static Residuals of(double[] values, int[] cells, int[] visits) {
        int n = values.length;
        double[] times = IntStream.range(0, n).mapToDouble(i -> i + 1.0).toArray();
        return new Residuals(
                Sample.of(left(values, cells, visits)), Sample.of(left(times, cells, visits)), n - rank(cells, visits));
    }

    private static double[] left(double[] values, int[] cells, int[] visits) {
        double[] left = values.clone();
        double range = range(values);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double moved = Math.max(subtractMeans(left, cells), subtractMeans(left, visits));
            if (moved <= SMALL * range) {
                // Rounding is all that is left where cells and visits explain everything.
                return range(left) <= ROUNDING * range ? new double[left.length] : left;
            }
        }
        throw new NotConvergedException("residuals", values.length + " values", MOST_ROUNDS);
    }

    private static double range(double[] values) {
        return Arrays.stream(values).max().orElse(0)
                - Arrays.stream(values).min().orElse(0);
    }

    /** @return the greatest mean */
    private static double subtractMeans(double[] values, int[] groups) {
        int count = groups(groups);
        double[] means = new double[count];
        int[] sizes = new int[count];
        for (int i = 0; i < values.length; i++) {
            means[groups[i]] += values[i];
            sizes[groups[i]]++;
        }
        double greatest = 0;
        for (int group = 0; group < count; group++) {
            means[group] /= Math.max(1, sizes[group]);
            greatest = Math.max(greatest, Math.abs(means[group]));
        }
        for (int i = 0; i < values.length; i++) {
            values[i] -= means[groups[i]];
        }
        return greatest;
    }

    /** Cells and visits less the sets of them that are connected by values. */
    private static int rank(int[] cells, int[] visits) {
        int ofCells = groups(cells);
        int[] parent = IntStream.range(0, ofCells + groups(visits)).toArray();
        int sets = parent.length;
        for (int i = 0; i < cells.length; i++) {
            int one = root(parent, cells[i]);
            int other = root(parent, ofCells + visits[i]);
            if (one != other) {
                parent[one] = other;
                sets--;
            }
        }
        return parent.length - sets;
    }

    private static int root(int[] parent, int node) {
        int at = node;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    private static int groups(int[] numbers) {
        return Arrays.stream(numbers).max().orElse(-1) + 1;
    }
}
