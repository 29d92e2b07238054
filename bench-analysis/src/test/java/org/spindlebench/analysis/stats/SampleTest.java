package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {
    private static final Sample A = new Sample(List.of(412.1, 405.7, 418.9, 409.3, 431.6));

    @Test
    void pooled_cells_keep_every_value_in_its_order() {
        Sample pooled = Sample.pooled(List.of(Sample.of(3, 1), A, Sample.of(2)));
        assertThat(pooled.values())
                .startsWith(3.0, 1.0, 412.1)
                .endsWith(431.6, 2.0)
                .hasSize(8);
        assertThat(pooled).isEqualTo(new Sample(pooled.values().stream().toList()));
    }

    @Test
    void a_cell_does_not_change_with_the_array_it_was_made_of() {
        double[] values = {1, 2};
        Sample cell = Sample.of(values);
        values[0] = 9;
        cell.array()[1] = 9;
        cell.sorted()[1] = 9;
        assertThat(cell.values()).containsExactly(1.0, 2.0);
    }

    // Exact decimal arithmetic (Python's decimal, 40 digits) gives the values; t(0.975; 4) = 2.7764451051977987.
    @Test
    void five_durations_give_the_statistics_of_exact_arithmetic() {
        assertThat(A.n()).isEqualTo(5);
        assertThat(A.mean()).isCloseTo(415.52, within(1e-12));
        assertThat(A.sd().getAsDouble()).isCloseTo(10.207938087586543, within(1e-11));
        assertThat(A.cv().getAsDouble()).isCloseTo(0.0245666588553777, within(1e-14));
        assertThat(A.median()).isEqualTo(412.1);
        assertThat(A.min()).isEqualTo(405.7);
        assertThat(A.max()).isEqualTo(431.6);
    }

    @Test
    void the_interval_of_the_mean_is_students() {
        Interval interval = A.meanInterval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(402.8451707807508, within(1e-11));
        assertThat(interval.high()).isCloseTo(428.19482921924924, within(1e-11));
        assertThat(interval.confidence()).isEqualTo(0.95);
    }

    @Test
    void the_second_setup_has_its_mean() {
        assertThat(new Sample(List.of(251.4, 247.9, 255.0, 249.6, 262.3)).mean())
                .isCloseTo(253.24, within(1e-12));
    }

    @Test
    void the_ratio_of_close_means_is_that_of_the_published_vector() {
        Sample a = new Sample(List.of(100.2, 103.5, 98.7, 101.1, 104.9));
        Sample b = new Sample(List.of(99.0, 101.8, 97.4, 102.6, 96.3));
        assertThat(a.mean() / b.mean()).isCloseTo(1.02273184469926, within(1e-14));
    }

    @Test
    void one_value_has_no_spread_and_no_interval() {
        Sample one = new Sample(List.of(12.5));
        assertThat(one.mean()).isEqualTo(12.5);
        assertThat(one.median()).isEqualTo(12.5);
        assertThat(one.sd()).isEmpty();
        assertThat(one.cv()).isEmpty();
        assertThat(one.meanInterval(0.95)).isEmpty();
    }

    @Test
    void equal_values_have_no_variation_rather_than_nan() {
        Sample equal = new Sample(List.of(3.0, 3.0, 3.0));
        assertThat(equal.sd()).hasValue(0);
        assertThat(equal.cv()).hasValue(0);
        assertThat(equal.meanInterval(0.95)).contains(new Interval(0.95, 3, 3));
    }

    @Test
    void a_mean_of_zero_has_no_coefficient_of_variation() {
        assertThat(new Sample(List.of(-1.0, 1.0)).cv()).isEmpty();
    }

    @Test
    void the_median_of_an_even_number_is_between_the_middle_two() {
        assertThat(new Sample(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
    }

    @Test
    void nothing_and_nan_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Sample(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Sample(List.of(1.0, Double.NaN)));
        assertThatIllegalArgumentException().isThrownBy(() -> A.meanInterval(1.5));
    }

    @Test
    void a_cell_does_not_change_with_the_list_it_was_made_of() {
        List<Double> values = new ArrayList<>(List.of(1.0));
        Sample cell = Sample.of(values);
        values.add(2.0);
        assertThat(cell.n()).isEqualTo(1);
    }

    /**
     * Checks the univariate sets NumAcc1 to 4 of NIST's Statistical Reference Datasets. Each is a middle value with
     * pairs around it. The mean (the middle) and the standard deviation are known exactly.
     */
    @ParameterizedTest(name = "NumAcc{0}")
    @CsvSource({
        "1, 10000002, 1, 1, 1, 15",
        "2, 1.2, 0.1, 500, 0.1, 14",
        "3, 1000000.2, 0.1, 500, 0.1, 9",
        "4, 10000000.2, 0.1, 500, 0.1, 8"
    })
    void the_certified_digits_of_nist_are_reached(
            int number, double middle, double half, int pairs, double sd, double digits) {
        List<Double> values = new ArrayList<>(List.of(middle));
        // These are the decimal values of the data set; middle +- half would have a rounding error of its own.
        double low = Math.round((middle - half) * 10) / 10.0;
        double high = Math.round((middle + half) * 10) / 10.0;
        IntStream.range(0, pairs).forEach(pair -> values.addAll(List.of(low, high)));
        Sample cell = new Sample(values);
        assertThat(cell.n()).isEqualTo(2 * pairs + 1);
        assertThat(digits(cell.mean(), middle)).as("mean of NumAcc%d", number).isGreaterThanOrEqualTo(14);
        assertThat(digits(cell.sd().getAsDouble(), sd))
                .as("sd of NumAcc%d", number)
                .isGreaterThanOrEqualTo(digits);
    }

    @ParameterizedTest
    @CsvSource({
        "Michelso.txt, 100, 299.852400000000, 0.0790105478190518,   13",
        "Mavro.txt,    50,  2.00185600000000, 0.000429123454003053, 13"
    })
    void the_certified_digits_of_nists_measurements_are_reached(
            String file, int n, double mean, double sd, double digits) {
        Sample cell = Vectors.numbers(file);
        assertThat(cell.n()).isEqualTo(n);
        assertThat(digits(cell.mean(), mean)).isGreaterThanOrEqualTo(15);
        assertThat(digits(cell.sd().getAsDouble(), sd)).isGreaterThanOrEqualTo(digits);
    }

    // R: quantile(c(4, 1, 3, 2, 9), type = 7, probs = ...)
    @ParameterizedTest
    @CsvSource({"0, 1", "0.1, 1.4", "0.25, 2", "0.5, 3", "0.75, 4", "0.9, 7", "1, 9"})
    void quantiles_lie_between_the_sorted_values(double share, double value) {
        assertThat(Sample.of(4, 1, 3, 2, 9).quantile(share)).isCloseTo(value, within(1e-14));
        assertThat(Sample.of(5).quantile(share)).isEqualTo(5);
    }

    @Test
    void a_quantile_is_of_a_share() {
        assertThatIllegalArgumentException().isThrownBy(() -> A.quantile(-0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> A.quantile(1.01)).withMessageContaining("1.01");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e288, 1e-300, 0x1p-1060, 1})
    void the_size_of_values_does_not_matter(double size) {
        Sample cell = Sample.of(size, 2 * size, 6 * size);
        assertThat(cell.mean()).isEqualTo(3 * size);
        assertThat(cell.sd().getAsDouble() / size).isCloseTo(Math.sqrt(7), within(size < 1e-305 ? 0.01 : 1e-14));
        assertThat(cell.cv().getAsDouble()).isCloseTo(Math.sqrt(7) / 3, within(1e-14));
        assertThat(cell.median()).isEqualTo(2 * size);
    }

    @Test
    void the_largest_values_have_finite_figures_and_larger_ones_are_refused() {
        Sample widest = Sample.of(-Sample.LARGEST, Sample.LARGEST);
        assertThat(widest.mean()).isZero();
        assertThat(widest.sd().getAsDouble()).isFinite();
        assertThat(widest.cv()).isEmpty();
        assertThat(widest.meanInterval(Math.nextDown(1.0))).isPresent();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sample.of(1, 1.1 * Sample.LARGEST))
                .withMessageContaining("1.0E290");
        assertThatIllegalArgumentException().isThrownBy(() -> Sample.of(1, -1.1 * Sample.LARGEST));
        assertThatIllegalArgumentException().isThrownBy(() -> Sample.of(1, Double.POSITIVE_INFINITY));
    }

    @Test
    void a_coefficient_of_variation_beyond_a_double_is_absent() {
        assertThat(Sample.of(1, -1, 1e-320).cv()).isEmpty();
        assertThat(Sample.of(-1, -3).cv().getAsDouble()).isCloseTo(Math.sqrt(2) / 2, within(1e-15));
    }

    @Test
    void the_mean_of_equal_values_is_that_value() {
        for (int n = 1; n < 300; n++) {
            Sample equal = Sample.of(Collections.nCopies(n, 0.1));
            assertThat(equal.mean()).isEqualTo(0.1);
            assertThat(n == 1 || equal.sd().getAsDouble() == 0).isTrue();
        }
    }

    /** Returns NIST's LRE, the number of correct digits: -log10(relative error), at most the 15 that are certified. */
    private static double digits(double value, double certified) {
        return value == certified ? 15 : Math.min(15, -Math.log10(Math.abs(value - certified) / certified));
    }

    @Test
    void a_wrong_value_among_a_million_is_named_in_a_short_message() {
        double[] values = new double[1_000_000];
        values[500_000] = Double.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sample.of(values))
                .withMessage("a cell's values must be finite, but value 500001 of 1000000 is NaN");
        values[500_000] = -1e300;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sample.of(values))
                .withMessageEndingWith("in size, but value 500001 of 1000000 is -1.0E300");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Population.of(values))
                .satisfies(thrown -> assertThat(thrown.getMessage()).hasSizeLessThan(100));
    }

    @Test
    void no_values_at_all_are_refused_with_a_message() {
        assertThatNullPointerException()
                .isThrownBy(() -> Sample.of((double[]) null))
                .withMessage("a cell needs values, not null");
        assertThatNullPointerException()
                .isThrownBy(() -> new Sample(null))
                .withMessage("a cell needs values, not null");
    }
}
