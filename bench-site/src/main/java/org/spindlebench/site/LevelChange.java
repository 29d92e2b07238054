package org.spindlebench.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A change of level between two points of a short series, such as the mean logarithms of durations of 6 to 24 monthly
 * campaigns.
 *
 * <p>The statistic is the largest |t| over all splits with at least three points on each side: the difference of the
 * means / its standard error, with the variance within both sides. Its quantiles were simulated for normal series of
 * first order with a correlation of 0.3 from one point to the next, because so few points cannot estimate the
 * correlation. In less correlated series, chance exceeds the quantiles less often. {@code docs/site.md} counts both.
 *
 * @param split the number of points before the change
 * @param difference the mean after the change − the mean before it
 * @param p the chance of such a statistic at some split of an unchanged series; the table's least value if it is less
 */
record LevelChange(int split, double difference, double p) {
    static final int LEAST_POINTS = 6;

    static final int MOST_POINTS = 24;
    private static final int LEAST_SIDE = 3;
    private static final QuantileTable TABLE = QuantileTable.read();

    /**
     * The quantiles of the statistic by the number of points.
     *
     * @param levels the chances that unchanged series exceed the quantiles
     * @param finds by the number of points, the chance to find a step of 5 % in the middle, with p at most 0.05, if
     *     campaigns differ by 2 %
     */
    record QuantileTable(
            List<Double> levels, NavigableMap<Integer, double[]> quantiles, NavigableMap<Integer, Double> finds) {
        static final String FILE = "level-change.tsv";

        static QuantileTable read() {
            try (InputStream in = LevelChange.class.getResourceAsStream(FILE)) {
                List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
                NavigableMap<Integer, double[]> quantiles = new TreeMap<>();
                NavigableMap<Integer, Double> finds = new TreeMap<>();
                lines.stream().skip(1).map(line -> line.split("\t")).forEach(cells -> {
                    quantiles.put(Integer.valueOf(cells[0]), numbers(cells));
                    finds.put(Integer.valueOf(cells[0]), Double.valueOf(cells[1]));
                });
                return new QuantileTable(
                        Arrays.stream(numbers(lines.get(0).split("\t"))).boxed().toList(), quantiles, finds);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static double[] numbers(String[] cells) {
            return Arrays.stream(cells).skip(2).mapToDouble(Double::parseDouble).toArray();
        }

        /** Returns p of a statistic, its logarithm interpolated between the levels of the table; 1 above the first. */
        double p(int points, double statistic) {
            double[] at = quantiles.get(points);
            if (statistic < at[0]) {
                return 1;
            }
            for (int i = 1; i < at.length; i++) {
                if (statistic < at[i]) {
                    double share = (statistic - at[i - 1]) / (at[i] - at[i - 1]);
                    return levels.get(i - 1) * Math.pow(levels.get(i) / levels.get(i - 1), share);
                }
            }
            return levels.get(levels.size() - 1);
        }
    }

    /** Returns the likeliest change; empty with fewer than {@value #LEAST_POINTS} points. Of more than {@value
     * #MOST_POINTS}, the last count. */
    static Optional<LevelChange> of(double[] series) {
        int first = Math.max(0, series.length - MOST_POINTS);
        double[] last = Arrays.copyOfRange(series, first, series.length);
        if (last.length < LEAST_POINTS) {
            return Optional.empty();
        }
        LikeliestSplit likeliest = LikeliestSplit.of(last);
        double p = TABLE.p(last.length, likeliest.statistic);
        return Optional.of(new LevelChange(first + likeliest.split, likeliest.difference, p));
    }

    /** Returns the chance to find a step of 5 % with this number of points; null with too few. */
    static Double finds(int points) {
        return points < LEAST_POINTS ? null : TABLE.finds.get(Math.min(points, MOST_POINTS));
    }

    /** The split with the largest statistic, and the difference of the means there. */
    record LikeliestSplit(int split, double difference, double statistic) {
        static LikeliestSplit of(double[] series) {
            int n = series.length;
            double mean = Arrays.stream(series).average().orElseThrow();
            double squares = Arrays.stream(series)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            LikeliestSplit best = new LikeliestSplit(LEAST_SIDE, 0, -1);
            double sum = 0;
            for (int split = 1; split <= n - LEAST_SIDE; split++) {
                sum += series[split - 1] - mean;
                if (split >= LEAST_SIDE) {
                    // The sum of all is 0, so the sum after the split is -sum.
                    double difference = -sum / (n - split) - sum / split;
                    double between = sum * sum / split + sum * sum / (n - split);
                    double within = Math.max(0, squares - between) / (n - 2);
                    double statistic = between == 0 ? 0 : Math.sqrt(between / within);
                    best = statistic > best.statistic ? new LikeliestSplit(split, difference, statistic) : best;
                }
            }
            return best;
        }
    }
}
