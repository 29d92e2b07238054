package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
    static List<Vectors.Row> series() {
        return Vectors.rows("drift.csv");
    }

    @ParameterizedTest
    @MethodSource("series")
    void every_figure_is_that_of_r(Vectors.Row row) {
        double[] residuals = row.cell("residuals").array();
        Drift drift = Drift.of(residuals, 0.95).orElseThrow();
        assertThat(drift.n()).isEqualTo(residuals.length);
        assertClose(drift.slope(), row.number("slope"), 1e-9);
        assertClose(drift.slopeP().orElseThrow(), row.number("slope_p"), 1e-9);
        assertThat(drift.kendall().orElseThrow()).isCloseTo(row.number("kendall"), within(1e-13));
        assertClose(drift.kendallP().orElseThrow(), row.number("kendall_p"), 1e-9);
        assertThat(drift.lagOne()).isCloseTo(row.number("lag_one"), within(1e-12));
        // R computes this tail as 1 - P, which leaves 0 of the smallest tails.
        assertThat(drift.ljungBoxP().orElseThrow())
                .isCloseTo(row.number("ljung_box_p"), within(1e-9 * row.number("ljung_box_p") + 1e-15));
        assertThat(drift.ljungBoxLags()).isEqualTo((int) row.number("lags"));
        assertClose(drift.firstAgainstRestP().orElseThrow(), row.number("first_p"), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"Michelso.txt, 0.535199668621283", "Mavro.txt, 0.937989183438248"})
    void the_autocorrelation_is_the_one_certified_by_nist(String file, double certified) {
        Drift drift = Drift.of(Vectors.numbers(file).array(), 0.95).orElseThrow();
        assertClose(drift.lagOne(), certified, 1e-13);
        assertThat(drift.isLagOneOutside()).isTrue();
        assertThat(drift.isSuspicious()).isTrue();
    }

    @Test
    void the_bound_of_the_autocorrelation_is_two_over_the_root_of_n() {
        Drift drift = Drift.of(noise(25, 1), 0.95).orElseThrow();
        assertThat(drift.lagOneBound()).isEqualTo(0.4);
        assertThat(drift.isLagOneOutside()).isEqualTo(Math.abs(drift.lagOne()) > 0.4);
    }

    @Test
    void noise_is_not_suspicious_and_a_slope_a_first_run_and_a_swing_are() {
        assertThat(Drift.of(noise(40, 5), 0.95).orElseThrow().isSuspicious()).isFalse();
        assertThat(Drift.of(noise(40, 5), 0.95).orElseThrow().isLagOneOutside()).isFalse();
        assertThat(changed(i -> 0.1 * i).isSuspicious()).isTrue();
        assertThat(changed(i -> i == 0 ? 6 : 0).isSuspicious()).isTrue();
        assertThat(changed(i -> 4 * Math.sin(i)).isSuspicious()).isTrue();
        // If residuals alternate, neighbours differ, which no drift causes.
        Drift alternating = changed(i -> i % 2 == 0 ? 4 : -4);
        assertThat(alternating.ljungBoxP().orElseThrow()).isLessThan(1e-6);
        assertThat(alternating.isLagOneOutside()).isTrue();
        assertThat(alternating.isSuspicious()).isFalse();
    }

    // R: pchisq(24 * 26 * sum(acf(0:23, plot = FALSE)$acf[2:5]^2 / (24 - 1:4)), 4, lower.tail = FALSE)
    @Test
    void the_tail_of_ljung_and_box_keeps_its_digits() {
        double[] line = IntStream.range(0, 24).mapToDouble(i -> i).toArray();
        assertClose(Drift.of(line, 0.95).orElseThrow().ljungBoxP().orElseThrow(), 1.520050734858019e-11, 1e-10);
    }

    @Test
    void the_four_tests_are_a_family() {
        // One p of four is 0.03, which is below 0.05, but not when multiplied by four.
        assertThat(drift(0.03, 0.5, 0.5, 0.5).isSuspicious()).isFalse();
        assertThat(drift(0.5, 0.5, 0.012, 0.5).isSuspicious()).isTrue();
        assertThat(drift(0.5, 0.012, 0.5, 0.5).isSuspicious()).isTrue();
        assertThat(drift(0.5, 0.5, 0.5, 0.012).isSuspicious()).isTrue();
        assertThat(drift(0.0126, 0.5, 0.5, 0.5).isSuspicious()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9})
    void of_fewer_than_ten_runs_nothing_is_said(int n) {
        assertThat(Drift.of(noise(n, 1), 0.95)).isEmpty();
        assertThat(Drift.of(noise(10, 1), 0.95)).isPresent();
    }

    @Test
    void equal_residuals_do_not_drift() {
        assertThat(Drift.of(new double[20], 0.95)).isEmpty();
    }

    @Test
    void a_perfect_line_has_a_least_p_and_not_zero() {
        double[] line = IntStream.range(0, 16).mapToDouble(i -> i).toArray();
        Drift drift = Drift.of(line, 0.95).orElseThrow();
        assertThat(drift.slope()).isCloseTo(1, within(1e-12));
        assertThat(drift.slopeP().orElseThrow()).isBetween(Double.MIN_VALUE, 1e-100);
        assertThat(drift.kendall()).hasValue(1);
        // Two of the 16! orders are as extreme.
        assertClose(drift.kendallP().orElseThrow(), 2 / 20_922_789_888_000.0, 1e-12);
    }

    @Test
    void where_all_but_the_first_are_equal_the_first_has_no_test() {
        double[] residuals = new double[12];
        residuals[0] = 1;
        Drift drift = Drift.of(residuals, 0.95).orElseThrow();
        assertThat(drift.firstAgainstRestP()).isEmpty();
        assertThat(drift.slopeP()).isPresent();
        drift.isSuspicious();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e280, 1e-280, 1e-322})
    void the_size_of_residuals_does_not_matter(double size) {
        double[] residuals = Arrays.stream(noise(30, 4))
                .map(value -> Math.rint(value * 10) * size)
                .toArray();
        double[] plain =
                Arrays.stream(noise(30, 4)).map(value -> Math.rint(value * 10)).toArray();
        Drift drift = Drift.of(residuals, 0.95).orElseThrow();
        Drift expected = Drift.of(plain, 0.95).orElseThrow();
        // The smallest doubles have few digits left.
        double precision = size < 1e-300 ? 0.2 : 1e-12;
        assertClose(drift.slopeP().orElseThrow(), expected.slopeP().orElseThrow(), precision);
        assertThat(drift.kendall()).isEqualTo(expected.kendall());
        assertClose(drift.lagOne(), expected.lagOne(), precision);
    }

    @Test
    void a_hundred_thousand_runs_are_looked_at() {
        double[] residuals = noise(100_000, 7);
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] += i * 1e-4;
        }
        Drift drift = Drift.of(residuals, 0.95).orElseThrow();
        assertThat(drift.isSuspicious()).isTrue();
        assertThat(drift.kendallP()).hasValue(Double.MIN_VALUE);
        assertThat(drift.ljungBoxP()).hasValue(Double.MIN_VALUE);
        assertThat(drift.slope()).isCloseTo(1e-4, within(1e-6));
    }

    @Test
    void what_is_not_finite_and_no_confidence_are_refused() {
        double[] residuals = noise(12, 1);
        residuals[3] = Double.NaN;
        assertThatIllegalArgumentException().isThrownBy(() -> Drift.of(residuals, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> Drift.of(new double[0], 95));
    }

    private static Drift changed(java.util.function.IntToDoubleFunction change) {
        double[] residuals = noise(40, 5);
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] += change.applyAsDouble(i);
        }
        return Drift.of(residuals, 0.95).orElseThrow();
    }

    @Test
    void the_hidden_drift_is_below_what_is_said_in_95_of_100_campaigns() {
        Random random = new Random(11);
        int n = 20;
        double perRun = Math.log(1.05) / (n - 1);
        long below = IntStream.range(0, 2000)
                .filter(round -> {
                    double[] residuals = IntStream.range(0, n)
                            .mapToDouble(i -> 0.03 * random.nextGaussian() + perRun * i)
                            .toArray();
                    return Drift.of(residuals, 0.95).orElseThrow().mostHidden() >= 0.05;
                })
                .count();
        assertThat(below / 2000.0).isBetween(0.94, 0.985);
    }

    private static Drift drift(double slope, double kendall, double ljungBox, double first) {
        Drift any = Drift.of(noise(20, 1), 0.95).orElseThrow();
        return new Drift(
                20,
                0,
                0.01,
                java.util.OptionalDouble.of(slope),
                any.kendall(),
                java.util.OptionalDouble.of(kendall),
                0.1,
                0.4,
                java.util.OptionalDouble.of(ljungBox),
                4,
                java.util.OptionalDouble.of(first),
                0.95);
    }

    private static double[] noise(int n, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, n).mapToDouble(i -> random.nextGaussian()).toArray();
    }
}
