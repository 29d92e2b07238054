package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.InverseErf;

/**
 * Values without the least-squares effects of their cells and visits. The effects are removed by subtracting the
 * means of cells and of visits in turn until nothing changes (von Neumann's alternating projections; Halperin, Acta
 * Scientiarum Mathematicarum 23, 1962).
 *
 * @param values the residuals, in the order of the values
 * @param times the residuals of 1 … n, the values' places in time, without the same effects; their correlation with
 *     {@code values} reveals a trend
 * @param df the remaining degrees of freedom: n minus the number of cells and visits, plus the number of connected
 *     sets of cells and visits
 * @param scores the normal scores of the residuals, by rank. Before ranking, the effects are found again so that runs
 *     that stand out do not move them (Huber, Annals of Mathematical Statistics 35(1), 1964), and each residual is
 *     divided by the spread of its cell. That spread is the median absolute deviation, drawn towards the spread of
 *     the cell's group
 */
public record Residuals(Sample values, Sample times, int df, Sample scores) {
    /** The number of standard deviations from which a run counts as one that stands out. */
    private static final double FAR = 1.5;

    private static final int ROBUST_ROUNDS = 8;

    /** The number of runs whose weight the spread of a group has in the spread of one of its cells. */
    private static final double PRIOR = 5;

    private static final int MOST_ROUNDS = 1_000;
    private static final double SMALL = 1e-13;
    private static final double ROUNDING = 1e-11;

    /** The ratio of a normal distribution's standard deviation to its median absolute deviation. */
    private static final double MAD = 1.4826;

    /**
     * Computes the residuals.
     *
     * @param values the values in chronological order
     * @param cells the cell of each value, numbered from 0
     * @param visits the visit of each value, numbered from 0; all 0 if there is one visit, or if visits are unknown
     * @param groups the group of each value, such as its setup, numbered from 0; cells of a group vary about alike
     */
    public static Residuals of(double[] values, int[] cells, int[] visits, int[] groups) {
        int n = values.length;
        double[] times = IntStream.range(0, n).mapToDouble(i -> i + 1.0).toArray();
        double[] plain = left(values, cells, visits);
        return new Residuals(
                Sample.of(plain),
                Sample.of(left(times, cells, visits)),
                n - rank(cells, visits),
                Sample.of(scores(robust(values, plain, cells, visits, groups), cells, groups)));
    }

    /** Returns the residuals from effects that are not moved by runs that stand out. */
    private static double[] robust(double[] values, double[] plain, int[] cells, int[] visits, int[] groups) {
        double[] rest = plain.clone();
        for (int round = 0; round < ROBUST_ROUNDS; round++) {
            double[] spread = spread(rest, groups);
            double[] clipped = new double[rest.length];
            for (int i = 0; i < rest.length; i++) {
                double most = FAR * spread[groups[i]];
                clipped[i] = Math.max(-most, Math.min(most, rest[i]));
            }
            // The clipped residuals still have a part that cells and visits explain: it belongs to the effects.
            double[] left = left(clipped, cells, visits);
            double moved = 0;
            for (int i = 0; i < rest.length; i++) {
                double explained = clipped[i] - left[i];
                moved = Math.max(moved, Math.abs(explained));
                rest[i] -= explained;
            }
            if (moved <= ROUNDING * range(values)) {
                return rest;
            }
        }
        return rest;
    }

    /** Returns 1.4826 times the median absolute value in each group. */
    private static double[] spread(double[] rest, int[] groups) {
        double[] spread = new double[groups(groups)];
        double[][] sizes = new double[spread.length][];
        int[] counts = new int[spread.length];
        Arrays.stream(groups).forEach(group -> counts[group]++);
        for (int group = 0; group < spread.length; group++) {
            sizes[group] = new double[counts[group]];
        }
        for (int i = 0; i < rest.length; i++) {
            sizes[groups[i]][--counts[groups[i]]] = Math.abs(rest[i]);
        }
        for (int group = 0; group < spread.length; group++) {
            spread[group] =
                    sizes[group].length == 0 ? 0 : MAD * Sample.of(sizes[group]).median();
        }
        return spread;
    }

    private static double[] scores(double[] rest, int[] cells, int[] groups) {
        double[] ofGroup = spread(rest, groups);
        double[] ofCell = spread(rest, cells);
        int[] sizes = new int[ofCell.length];
        Arrays.stream(cells).forEach(cell -> sizes[cell]++);
        double[] standard = new double[rest.length];
        for (int i = 0; i < rest.length; i++) {
            double n = sizes[cells[i]];
            double variance =
                    (PRIOR * ofGroup[groups[i]] * ofGroup[groups[i]] + n * ofCell[cells[i]] * ofCell[cells[i]])
                            / (PRIOR + n);
            standard[i] = variance == 0 ? rest[i] : rest[i] / Math.sqrt(variance);
        }
        return normalScores(standard);
    }

    /** Returns the normal quantile of each value's rank; equal values have the mean of their ranks. */
    private static double[] normalScores(double[] values) {
        int n = values.length;
        Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
        double[] scores = new double[n];
        for (int start = 0, end; start < n; start = end) {
            end = start + 1;
            while (end < n && values[order[end]] == values[order[start]]) {
                end++;
            }
            double share = (start + end) / (2.0 * n);
            double score = Math.sqrt(2) * InverseErf.value(2 * share - 1);
            for (int i = start; i < end; i++) {
                scores[order[i]] = score;
            }
        }
        return scores;
    }

    private static double[] left(double[] values, int[] cells, int[] visits) {
        double[] left = values.clone();
        double range = range(values);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double moved = Math.max(subtractMeans(left, cells), subtractMeans(left, visits));
            if (moved <= SMALL * range) {
                // If cells and visits explain everything, only rounding errors remain.
                return range(left) <= ROUNDING * range ? new double[left.length] : left;
            }
        }
        throw new NotConvergedException("residuals", values.length + " values", MOST_ROUNDS);
    }

    private static double range(double[] values) {
        return Arrays.stream(values).max().orElse(0)
                - Arrays.stream(values).min().orElse(0);
    }

    /** Subtracts from each value the mean of its group, and returns the mean of greatest size. */
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

    /** Returns cells plus visits minus connected sets of them; a value connects its cell and visit. */
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
