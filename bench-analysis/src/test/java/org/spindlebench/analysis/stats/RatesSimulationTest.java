package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.stats.Power.WelchPower;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

/**
 * Counts how often a warning is given without a reason, and how often a statistic keeps its promise:
 * {@code mvn test -Psimulation -pl bench-analysis -Dtest=RatesSimulationTest}. Seeds are fixed.
 */
@EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
class RatesSimulationTest {
    private final Random random = new Random(20_260_102);

    @Test
    void a_clean_cell_is_flagged_in_five_percent_at_most_whatever_its_size() {
        for (int n = 3; n <= 200; n = n < 30 ? n + 1 : n + 17) {
            int values = n;
            double share = share("outliers, n = " + n, n < 30 ? 20_000 : 4_000, () -> {
                Sample cell = Sample.of(random.doubles(values)
                        .map(u -> 100 + 3 * random.nextGaussian())
                        .toArray());
                return !Outliers.of(cell).flagged().isEmpty();
            });
            // The bound is two standard errors above 5 %, because the limit for n = 3 gives exactly 5 %.
            assertThat(share).isBetween(n < 6 ? 0.02 : 0, 0.053);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.1, 0.3, 1})
    void whole_seconds_of_any_place_are_rarely_outliers(double sd) {
        for (int n = 3; n <= 8; n++) {
            int values = n;
            double share = share("outliers of whole seconds, sd " + sd + ", n = " + n, 20_000, () -> {
                Sample cell = Sample.of(seconds(100 + random.nextDouble(), sd, values));
                return !Outliers.of(cell).flagged().isEmpty();
            });
            assertThat(share).isLessThan(0.05);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 0.05", "3, 0.05", "5, 0.05", "5, 0.3", "15, 0.05", "15, 0.3"})
    void intervals_of_whole_seconds_cover_what_they_say(int n, double sd) {
        double share = share("whole seconds, sd " + sd + ", n = " + n, 20_000, () -> {
            double x = 12 + random.nextDouble();
            double y = 12 + random.nextDouble();
            SamplePair pair = new SamplePair(Sample.of(seconds(x, sd, n)), Sample.of(seconds(y, sd, n)));
            return SpeedUp.of(pair, 0.95).interval().orElseThrow().contains(x / y);
        });
        assertThat(share).isGreaterThan(0.95);
    }

    private double[] seconds(double mean, double sd, int n) {
        return DoubleStream.generate(() -> Math.rint(mean + sd * random.nextGaussian()))
                .limit(n)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "4, 1", "5, 1", "6, 1", "2, 3", "3, 3", "4, 3", "5, 3", "6, 3"})
    void what_is_detectable_is_detected_in_eight_of_ten(int n, double sds) {
        double delta = new WelchPower(0.03 * sds, n, 0.03, n, 0.95).noncentrality(0.8)
                * Math.hypot(0.03 * sds, 0.03)
                / Math.sqrt(n);
        double share = share("power of Welch's test, n = " + n + ", sds " + sds + " : 1", 20_000, () -> {
            SamplePair pair = new SamplePair(logNormal(delta, 0.03 * sds, n), logNormal(0, 0.03, n));
            return LogWelch.of(pair, 0.95).orElseThrow().p() < 0.05;
        });
        assertThat(share).isBetween(0.79, 0.81);
    }

    private Sample logNormal(double mean, double sd, int n) {
        return Sample.of(DoubleStream.generate(() -> Math.exp(mean + sd * random.nextGaussian()))
                .limit(n)
                .toArray());
    }

    @Test
    void components_of_variance_are_unbiased() {
        int rounds = 20_000;
        double between = 0;
        double within = 0;
        for (int round = 0; round < rounds; round++) {
            // The variance between visits is so large that cutting estimates off at 0 makes no difference.
            VarianceComponents components = VarianceComponents.of(
                            List.of(visits(2, 5, 3), visits(7, 3, 1, 4), visits(3, 3, 2)))
                    .orElseThrow();
            between += components.between() / rounds;
            within += components.within() / rounds;
        }
        System.out.printf("simulation: between 9, within 1: %.3f, %.3f%n", between, within);
        assertThat(between).isBetween(8.85, 9.15);
        assertThat(within).isBetween(0.99, 1.01);
    }

    private List<double[]> visits(int... runs) {
        return IntStream.of(runs)
                .mapToObj(n -> {
                    double visit = 3 * random.nextGaussian();
                    return DoubleStream.generate(() -> visit + random.nextGaussian())
                            .limit(n)
                            .toArray();
                })
                .toList();
    }

    private static double share(String what, int rounds, BooleanSupplier round) {
        double share =
                IntStream.range(0, rounds).filter(i -> round.getAsBoolean()).count() / (double) rounds;
        System.out.printf("simulation: %s: %.2f %%%n", what, 100 * share);
        return share;
    }
}
