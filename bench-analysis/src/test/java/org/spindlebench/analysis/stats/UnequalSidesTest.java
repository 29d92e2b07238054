package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/**
 * Counts how often a family of comparisons claims a difference that does not exist, if the two sides have unequal
 * numbers of runs. Both setups are equally fast. Given the variances that a simulated campaign shows, the probability of
 * a claim is computed, so 60,000 campaigns are exact to a few tenths of a percent. With {@code
 * -Dspindle.documents=write}, the table is written into docs/evidence/simulation.md.
 */
class UnequalSidesTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "evidence", "simulation.md");
    private static final String HEAD = "| baseline | contender | CVs | Welch's df [%] | Spindle's df [%] |\n";
    private static final int BASELINES = 1000;
    private static final int CONTENDERS = 60;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** The number of runs of the baseline and of a contender, and the standard deviations of a run's logarithm. */
    private record Sides(int baseline, int contender, double baselineSd, double contenderSd) {
        boolean isPromised() {
            double apart = Math.max(baselineSd, contenderSd) / Math.min(baselineSd, contenderSd);
            return apart <= 2 || Math.max(baseline, contender) >= 2.5 * Math.min(baseline, contender);
        }
    }

    /**
     * What campaigns show: the baselines' means; and for each of their contenders the standard error of the difference,
     * and its degrees of freedom with and without the limit.
     */
    private static final class Draws {
        private final Sides sides;
        private final double[] means = new double[BASELINES];
        private final double[][] errors = new double[BASELINES][CONTENDERS];
        private final double[][] limited = new double[BASELINES][CONTENDERS];
        private final double[][] welch = new double[BASELINES][CONTENDERS];

        private Draws(Sides sides) {
            this.sides = sides;
        }

        static Draws of(Sides sides, Random random) {
            Draws draws = new Draws(sides);
            for (int i = 0; i < BASELINES; i++) {
                draws.means[i] = random.nextGaussian() * sides.baselineSd / Math.sqrt(sides.baseline);
                VarianceSum baseline =
                        VarianceSum.NONE.plus(ofMean(sides.baselineSd, sides.baseline, random), sides.baseline - 1.0);
                for (int j = 0; j < CONTENDERS; j++) {
                    VarianceSum sum =
                            baseline.plus(ofMean(sides.contenderSd, sides.contender, random), sides.contender - 1.0);
                    draws.errors[i][j] = Math.sqrt(sum.total());
                    draws.limited[i][j] = sum.df();
                    draws.welch[i][j] = sum.welch();
                }
            }
            return draws;
        }

        private static double ofMean(double sd, int n, Random random) {
            double squares = IntStream.range(1, n)
                    .mapToDouble(i -> random.nextGaussian())
                    .map(value -> value * value)
                    .sum();
            return sd * sd * squares / (n - 1) / n;
        }

        /** Returns the probability of at least one claim at a level, if contenders are faster by this logarithm. */
        double claims(int jobs, int contenders, double difference, double alpha, boolean isLimited) {
            Power.StudentQuantiles quantiles = Power.StudentQuantiles.of(1 - alpha);
            double error = sides.contenderSd / Math.sqrt(sides.contender);
            double ofJob = 0;
            for (int i = 0; i < BASELINES; i++) {
                double one = 0;
                double distance = difference - means[i];
                for (int j = 0; j < CONTENDERS; j++) {
                    double bound = quantiles.at((isLimited ? limited : welch)[i][j]) * errors[i][j];
                    one += NORMAL.survivalProbability((bound - distance) / error)
                            + NORMAL.cumulativeProbability((-bound - distance) / error);
                }
                ofJob += 1 - Math.pow(1 - one / CONTENDERS, contenders);
            }
            return 1 - Math.pow(1 - ofJob / BASELINES, jobs);
        }

        double worst(boolean isLimited) {
            return Stream.of(1, 7, 12)
                    .flatMapToDouble(jobs -> IntStream.of(1, 3, 6)
                            .mapToDouble(
                                    contenders -> claims(jobs, contenders, 0, 0.05 / jobs / contenders, isLimited)))
                    .max()
                    .orElseThrow();
        }
    }

    @Test
    void at_most_six_percent_of_families_claim_a_difference_that_does_not_exist() throws Exception {
        Random random = new Random(20_261_127);
        List<Sides> all = Stream.of("20/2", "100/2", "20/3", "100/3", "12/3", "10/2", "5/2", "6/4", "6/5", "5/5")
                .map(sizes -> sizes.split("/"))
                .flatMap(sizes -> Stream.of(
                                new double[] {3, 3}, new double[] {2, 4}, new double[] {1, 8}, new double[] {8, 1})
                        .map(cvs -> new Sides(
                                Integer.parseInt(sizes[0]),
                                Integer.parseInt(sizes[1]),
                                Power.sdOfLogs(cvs[0] / 100),
                                Power.sdOfLogs(cvs[1] / 100))))
                .toList();
        String table = HEAD + "| --- | --- | --- | --- | --- |\n"
                + all.stream().map(sides -> row(sides, random)).collect(Collectors.joining());
        String document = Files.readString(DOCUMENT);
        int start = document.indexOf(HEAD);
        String rewritten =
                document.substring(0, start) + table + document.substring(document.indexOf("\n\n", start) + 1);
        if ("write".equals(System.getProperty("spindle.documents"))) {
            Files.writeString(DOCUMENT, rewritten);
        }
        if (!Files.readString(DOCUMENT).equals(rewritten)) {
            fail("docs/evidence/simulation.md has another table:\n" + table);
        }
    }

    private static String row(Sides sides, Random random) {
        Draws draws = Draws.of(sides, random);
        double limited = draws.worst(true);
        if (sides.isPromised()) {
            assertThat(limited).as(sides.toString()).isLessThan(0.06);
        }
        return String.format(
                Locale.ROOT,
                "| %d | %d | %s | %.1f | %.1f |%n",
                sides.baseline,
                sides.contender,
                percent(sides.baselineSd) + " / " + percent(sides.contenderSd),
                100 * draws.worst(false),
                100 * limited);
    }

    private static String percent(double sd) {
        return Math.round(100 * Math.sqrt(Math.expm1(sd * sd))) + " %";
    }

    /** The cost of the limit: the power of one comparison of 12 against 3 runs, alone and as the first of seven jobs. */
    @Test
    void a_difference_is_still_seen_as_often_as_the_document_says() throws Exception {
        Draws draws = Draws.of(new Sides(12, 3, Power.sdOfLogs(0.03), Power.sdOfLogs(0.03)), new Random(20_261_128));
        String rows = DoubleStream.of(0.05, 0.08, 0.2)
                .mapToObj(gain -> IntStream.of(1, 7, 72)
                        .mapToObj(family -> String.format(
                                Locale.ROOT,
                                "%.2f of %.2f",
                                draws.claims(1, 1, Math.log1p(gain), 0.05 / family, true),
                                draws.claims(1, 1, Math.log1p(gain), 0.05 / family, false)))
                        .collect(Collectors.joining(
                                " | ", String.format(Locale.ROOT, "| %.0f %% | ", 100 * gain), " |\n")))
                .collect(Collectors.joining());
        if (!Files.readString(DOCUMENT).contains(rows)) {
            fail("docs/evidence/simulation.md has not these rows:\n" + rows);
        }
    }
}
