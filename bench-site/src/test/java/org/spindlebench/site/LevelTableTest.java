package org.spindlebench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the quantiles of the change of level, and computes them. */
class LevelTableTest {
    private static final double[] LEVELS = {0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001};
    private static final boolean WRITES = "write".equals(System.getProperty("spindle.documents"));
    private static final Path TABLE = Path.of("src/main/resources/org/spindlebench/site/level-change.tsv");
    private static final double CORRELATION = 0.3;
    private static final double STEP = Math.log(1.05) / 0.02;
    private static final int SERIES = 1_000_000;

    private static double[] unchanged(int points, double correlation, int count, long seed) {
        CorrelatedSeries series = new CorrelatedSeries(seed, correlation);
        return IntStream.range(0, count)
                .mapToDouble(
                        i -> LevelChange.LikeliestSplit.of(series.next(points)).statistic())
                .toArray();
    }

    private static double p(int points, double correlation, double most) {
        CorrelatedSeries series = new CorrelatedSeries(points, correlation);
        int count = 20_000;
        return IntStream.range(0, count)
                        .filter(i -> LevelChange.of(series.next(points))
                                        .orElseThrow()
                                        .p()
                                <= most)
                        .count()
                / (double) count;
    }

    @ParameterizedTest
    @CsvSource({"6, 0.1", "6, 0.02", "9, 0.05", "16, 0.05", "24, 0.05", "24, 0.01"})
    void chanceMarksAsManyUnchangedSeriesAsTheTableSays(int points, double level) {
        double deviation = Math.sqrt(level * (1 - level) / 20_000);
        assertThat(p(points, CORRELATION, level)).isBetween(level - 4 * deviation, level + 4 * deviation);
        assertThat(p(points, 0, level)).isLessThan(level + 4 * deviation);
    }

    @Test
    void theTableHasARowForEachNumberOfPoints() throws IOException {
        if (WRITES) {
            Files.write(TABLE, computed());
        }
        assertThat(Files.readAllLines(TABLE)).hasSize(4 + LevelChange.MOST_POINTS - LevelChange.LEAST_POINTS + 1);
        assertThat(LevelChange.finds(5)).isNull();
        assertThat(LevelChange.finds(6)).isBetween(0.2, 0.6);
        assertThat(LevelChange.finds(30)).isEqualTo(LevelChange.finds(24)).isGreaterThan(0.8);
    }

    private static List<String> computed() {
        List<String> lines = new ArrayList<>(List.of(
                "# Quantiles of the largest |t| over all splits of unchanged series with a correlation of 0.3, by the",
                "# number of points, from " + SERIES
                        + " series each. finds: the chance that p is at most 0.05 if the level changes",
                "# by 5 % in the middle, and campaigns differ by 2 %. LevelTableTest writes this file.",
                "points\tfinds\t"
                        + String.join(
                                "\t",
                                Arrays.stream(LEVELS).mapToObj(Double::toString).toList())));
        for (int points = LevelChange.LEAST_POINTS; points <= LevelChange.MOST_POINTS; points++) {
            double[] sorted = unchanged(points, CORRELATION, SERIES, 7L * points);
            Arrays.sort(sorted);
            StringBuilder line = new StringBuilder();
            for (double level : LEVELS) {
                line.append(String.format(Locale.ROOT, "\t%.3f", sorted[(int) Math.ceil(SERIES * (1 - level)) - 1]));
            }
            double found = found(points, sorted[(int) Math.ceil(SERIES * 0.95) - 1]);
            lines.add(points + String.format(Locale.ROOT, "\t%.3f", found) + line);
        }
        return lines;
    }

    private static double found(int points, double quantile) {
        CorrelatedSeries series = new CorrelatedSeries(31L * points, CORRELATION);
        int count = 100_000;
        return IntStream.range(0, count)
                        .filter(i -> {
                            double[] changed = series.next(points);
                            for (int at = points / 2; at < points; at++) {
                                changed[at] += STEP;
                            }
                            return LevelChange.LikeliestSplit.of(changed).statistic() >= quantile;
                        })
                        .count()
                / (double) count;
    }
}
