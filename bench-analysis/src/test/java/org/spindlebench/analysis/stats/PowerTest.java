package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.stats.Power.WelchPower;

class PowerTest {
    static List<Vectors.Row> cases() {
        return Vectors.rows("power.csv");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_detectable_ratio_is_that_of_r(Vectors.Row row) {
        double ratio = Power.detectableRatio(
                row.number("sd"),
                (int) row.number("n1"),
                (int) row.number("n2"),
                row.number("power"),
                row.number("confidence"));
        // For 2 runs against 1,000 the quadrature is good to 2 digits.
        boolean few = Math.min(row.number("n1"), row.number("n2")) < 5;
        assertClose(Math.log(ratio), Math.log(row.number("detectable")), few ? 5e-3 : 1e-8);
    }

    // R: log(detectable(sd1, n1, sd2, n2, .8, .95)) of vectors.R. Simulations with 200,000 rounds give the 2nd, 3rd,
    // 4th and last row a power of .8004, .7989, .7984 and .8007. The pooled test detects 2.02443933938419 with 5 runs:
    // power.t.test(n = 5, power = .8, sd = 1, strict = TRUE, tol = 1e-12)$delta
    @ParameterizedTest
    @CsvSource({
        "1, 5, 1, 5, 2.08430268841401",
        "1, 2, 1, 2, 10.392165986252",
        "1, 3, 1, 3, 3.50744567158003",
        "3, 3, 1, 3, 9.22956198610907",
        "1, 3, 3, 3, 9.22956198610907",
        "1, 4, 1, 4, 2.51359566871312",
        "1, 6, 1, 6, 1.82841505483469",
        "1, 7, 1, 4, 2.36279505788542",
        "3, 5, 1, 4, 5.27196326511233"
    })
    void what_welchs_test_detects_is_that_of_r(double sd1, int n1, double sd2, int n2, double detected) {
        double tau = Math.sqrt(sd1 * sd1 / n1 + sd2 * sd2 / n2);
        assertClose(new WelchPower(sd1, n1, sd2, n2, 0.95).noncentrality(0.8) * tau, detected, 1e-8);
    }

    @Test
    void where_one_cell_does_not_vary_welchs_test_is_that_of_the_other_one() {
        WelchPower steady = new WelchPower(0, 7, 2, 4, 0.95);
        double t = StudentT.quantile(0.95, 3);
        for (double delta : new double[] {0, 1, 3, 6}) {
            assertClose(steady.at(delta), NoncentralT.bothTails(t, 3, delta), 1e-9);
            assertClose(new WelchPower(2, 4, 0, 7, 0.95).at(delta), steady.at(delta), 1e-12);
        }
    }

    @Test
    void many_runs_are_as_good_as_known_variances() {
        double below = new WelchPower(1, 5000, 2, 5000, 0.95).at(2.8);
        assertThat(new WelchPower(1, 5001, 2, 5001, 0.95).at(2.8)).isCloseTo(below, within(1e-5));
    }

    @ParameterizedTest
    @CsvSource({"0.03, 1.0645", "0.05, 1.1098", "0.10, 1.2311"})
    void at_five_runs_these_ratios_are_detected(double cv, double ratio) {
        assertThat(Power.detectableRatio(Power.sdOfLogs(cv), 5, 5, 0.8, 0.95)).isCloseTo(ratio, within(0.00005));
    }

    @ParameterizedTest
    @CsvSource({"0.03, 5", "0.05, 10", "0.10, 34"})
    void the_published_numbers_of_runs_are_needed_for_five_percent(double cv, int runs) {
        assertThat(Power.runsNeeded(cv, 0.05, 0.95)).isEqualTo(runs);
    }

    // R: the least n from 2 on with qt(.975, 2*n-2)*cv*sqrt(2/n) <= log(1+e)
    @ParameterizedTest
    @CsvSource({
        "0,     0.05,  0.95,   2",
        "1e-9,  0.05,  0.95,   2",
        "0.01,  0.05,  0.95,   2",
        "0.02,  0.05,  0.95,   3",
        "0.05,  0.01,  0.99,   337",
        "0.3,   0.1,   0.9,    55",
        "1,     0.001, 0.95,   7690603"
    })
    void the_least_number_of_runs_is_found(double cv, double precision, double confidence, int runs) {
        assertThat(Power.runsNeeded(cv, precision, confidence)).isEqualTo(runs);
    }

    @Test
    void more_runs_than_can_be_counted_are_the_greatest_number() {
        assertThat(Power.runsNeeded(100, 1e-9, 0.95)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void numbers_of_runs_need_numbers_in_range() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Power.runsNeeded(-0.1, 0.05, 0.95))
                .withMessageContaining("variation")
                .withMessageContaining("-0.1");
        assertThatIllegalArgumentException().isThrownBy(() -> Power.runsNeeded(Double.NaN, 0.05, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> Power.runsNeeded(Double.POSITIVE_INFINITY, 0.05, 0.95));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Power.runsNeeded(0.1, 0, 0.95))
                .withMessageContaining("precision");
        assertThatIllegalArgumentException().isThrownBy(() -> Power.runsNeeded(0.1, 0.05, 1));
    }

    @Test
    void the_deviation_of_logarithms_follows_from_the_coefficient_of_variation() {
        assertThat(Power.sdOfLogs(0)).isZero();
        assertClose(Power.sdOfLogs(Math.sqrt(Math.E - 1)), 1, 1e-14);
        assertClose(Power.sdOfLogs(1e-9), 1e-9, 1e-14);
        assertThat(Power.sdOfLogs(1e100)).isFinite();
        assertThatIllegalArgumentException().isThrownBy(() -> Power.sdOfLogs(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Power.sdOfLogs(2e100));
    }

    @Test
    void a_pair_is_judged_by_both_deviations() {
        // The logarithms are 0, 1 and 0, 2, 4, with variances 0.5 and 4. R: detectable(sqrt(.5), 2, 2, 3, .8, .95) of
        // vectors.R
        SamplePair pair = pair(Sample.of(1, Math.E), Sample.of(1, Math.exp(2), Math.exp(4)));
        assertClose(Power.detectableRatio(pair, 0.8, 0.95).orElseThrow(), 98518.5488751611, 1e-7);
    }

    @Test
    void a_pair_of_which_one_cell_varies_has_a_detectable_ratio() {
        assertThat(Power.detectableRatio(pair(Sample.of(5, 5), Sample.of(4, 5)), 0.8, 0.95))
                .isPresent();
    }

    @Test
    void a_pair_without_variation_repeats_or_logarithms_has_none() {
        assertThat(Power.detectableRatio(pair(Sample.of(5, 5), Sample.of(4, 4)), 0.8, 0.95))
                .isEmpty();
        assertThat(Power.detectableRatio(pair(Sample.of(5), Sample.of(4, 5)), 0.8, 0.95))
                .isEmpty();
        assertThat(Power.detectableRatio(pair(Sample.of(4, 5), Sample.of(5)), 0.8, 0.95))
                .isEmpty();
        assertThat(Power.detectableRatio(pair(Sample.of(0, 5), Sample.of(4, 5)), 0.8, 0.95))
                .isEmpty();
    }

    @Test
    void a_ratio_beyond_a_double_is_absent_or_refused() {
        SamplePair wide = pair(Sample.of(1e-50, 1e49), Sample.of(1e-50, 1e49));
        assertThat(Power.detectableRatio(wide, 0.9999, 0.9999)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Power.detectableRatio(300, 2, 2, 0.8, 0.95))
                .withMessageContaining("detectable ratio");
    }

    @ParameterizedTest
    @CsvSource({
        "0,    5, 5, 0.8,    0.95",
        "0.1,  0, 5, 0.8,    0.95",
        "0.1,  5, 0, 0.8,    0.95",
        "0.1,  1, 2, 0.8,    0.95",
        "0.1,  2, 1, 0.8,    0.95",
        "0.1,  5, 5, 0.05,   0.95",
        "0.1,  5, 5, 0.99991, 0.95",
        "0.1,  5, 5, 0.8,    0.99991",
        "0.1,  5, 5, 0.8,    0"
    })
    void a_detectable_ratio_needs_numbers_in_range(double sd, int n1, int n2, double power, double confidence) {
        assertThatIllegalArgumentException().isThrownBy(() -> Power.detectableRatio(sd, n1, n2, power, confidence));
    }

    @Test
    void the_limits_of_power_and_confidence_are_taken() {
        assertThat(Power.detectableRatio(1e-6, 2, 3, Power.HIGHEST, Power.HIGHEST))
                .isGreaterThan(1)
                .isFinite();
        assertThat(Power.detectableRatio(0.1, 5, 5, 0.051, 0.95)).isGreaterThan(1);
        assertThat(Power.detectableRatio(0.1, Integer.MAX_VALUE, Integer.MAX_VALUE, 0.8, 0.95))
                .isGreaterThan(1)
                .isLessThan(1.0001);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.06, 0.3, 0.8, 0.999})
    void the_test_has_the_power_that_was_asked_for(double power) {
        double delta = Math.log(Power.detectableRatio(1, 7, 4, power, 0.95)) / Math.sqrt(1 / 7.0 + 1 / 4.0);
        assertClose(new WelchPower(1, 7, 1, 4, 0.95).at(delta), power, 1e-11);
    }

    /** The confidences include the greatest one, and one near 0. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 0.9, 0.95, 0.99, Power.HIGHEST})
    void interpolated_quantiles_have_twelve_digits(double confidence) {
        Power.StudentQuantiles quantiles = Power.StudentQuantiles.of(confidence);
        for (int at = 0; at <= 2000; at++) {
            double df = Math.exp(at * Math.log(20_000) / 2000);
            double exact = StudentT.quantile(confidence, df);
            assertThat(quantiles.at(df) / exact).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void kept_tails_give_the_power_of_tails_computed_anew() {
        for (int n = 2; n < 30; n += 3) {
            Power.WelchPower kept = new Power.WelchPower(1, n, 2.5, n + 1, 0.95);
            for (double difference = 16; difference > 0; difference -= 0.7) {
                Power.WelchPower fresh = new Power.WelchPower(1, n, 2.5, n + 1, 0.95);
                assertThat(kept.at(difference)).isEqualTo(fresh.at(difference));
                assertThat(kept.at(difference)).isCloseTo(fresh.atGreat(difference), within(1e-13));
            }
        }
    }
}
