package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.stats.Outliers.Outlier;

class OutliersTest {
    @Test
    void a_straggler_is_flagged_and_the_rest_is_shown_beside() {
        Outliers outliers = Outliers.of(Sample.of(10, 12, 60, 11, 13));
        assertThat(outliers.flagged()).containsExactly(new Outlier(2, 60));
        assertThat(outliers.without()).contains(Sample.of(10, 12, 11, 13));
    }

    @Test
    void one_that_is_far_too_fast_is_flagged_too() {
        assertThat(Outliers.of(Sample.of(100, 102, 1, 101, 103)).flagged()).containsExactly(new Outlier(2, 1));
    }

    @Test
    void nothing_is_flagged_among_neighbours() {
        Outliers outliers = Outliers.of(Vectors.A);
        assertThat(outliers.flagged()).isEmpty();
        assertThat(outliers.without()).isEmpty();
    }

    @Test
    void the_limit_is_ten_deviations_of_the_median_absolute_one() {
        // The median is 3 and the distances are 2, 1, 0, 1 and x - 3, so the MAD is 1.
        assertThat(Outliers.of(Sample.of(3, 1, 2, 4, 3 + 14.826)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(3, 1, 2, 4, 3 + 14.827)).flagged())
                .containsExactly(new Outlier(4, 3 + 14.827));
        assertThat(Outliers.of(Sample.of(3, 5, 2, 4, 3 - 14.826)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(3, 5, 2, 4, 3 - 14.827)).flagged())
                .containsExactly(new Outlier(4, 3 - 14.827));
        // The median of four values is 2.5 and the distances are 1.5, 0.5, 0.5 and 12.5, so the MAD is 1.
        assertThat(Outliers.of(Sample.of(1, 2, 3, 15)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(1, 2, 3, 18)).flagged()).containsExactly(new Outlier(3, 18));
    }

    /** The limit is √3 / (2 tan 1.5°) − 1/2 = 32.5740. */
    @Test
    void of_three_values_the_limit_is_further() {
        assertThat(Outliers.of(Sample.of(2, 1, 2 + 32.57)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(2, 1, 2 + 32.58)).flagged()).containsExactly(new Outlier(2, 2 + 32.58));
        assertThat(Outliers.of(Sample.of(60, 60.5, 1260)).flagged()).containsExactly(new Outlier(2, 1260));
    }

    @Test
    void what_differs_by_rounding_is_not_far() {
        assertThat(Outliers.of(Sample.of(100, 100, 100, 101)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(100, 100, 100, 104)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(100, 100, 100, 105)).flagged()).containsExactly(new Outlier(3, 105));
        assertThat(Outliers.of(Sample.of(10, 10, 10, 10, 50)).flagged()).containsExactly(new Outlier(4, 50));
        assertThat(Outliers.of(Sample.of(10.1, 10.1, 10.1, 10.5)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(10.1, 10.1, 10.1, 10.6)).flagged()).containsExactly(new Outlier(3, 10.6));
        assertThat(Outliers.of(Sample.of(10, 10, 19)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(10, 10, 20)).flagged()).containsExactly(new Outlier(2, 20));
    }

    @Test
    void where_most_are_equal_without_a_known_unit_none_is_flagged() {
        double third = 10 / 3.0;
        assertThat(Outliers.of(Sample.of(third, third, third, third, 50)).flagged())
                .isEmpty();
        assertThat(Outliers.of(Sample.of(10, 10, 10)).flagged()).isEmpty();
    }

    @Test
    void several_are_flagged_in_the_order_of_the_cell() {
        Sample cell = Sample.of(10, 10.1, 10.2, 10.1, 20, 10, 10.2, 10.1, 21, 22, 23);
        assertThat(Outliers.of(cell).flagged()).extracting(Outlier::index).containsExactly(4, 8, 9, 10);
        assertThat(Outliers.of(cell).without()).contains(Sample.of(10, 10.1, 10.2, 10.1, 10, 10.2, 10.1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e289, 1e-310, 4.9E-324})
    void the_size_does_not_matter(double size) {
        Sample cell = Sample.of(size, 2 * size, 3 * size, 4 * size, 9 * size);
        assertThat(Outliers.of(cell).flagged()).isEmpty();
        if (size < 1) {
            Sample far = Sample.of(size, 2 * size, 3 * size, 4 * size, 19 * size);
            assertThat(Outliers.of(far).flagged()).containsExactly(new Outlier(4, 19 * size));
        }
    }

    @Test
    void one_and_two_values_are_never_far() {
        assertThat(Outliers.of(Sample.of(1)).flagged()).isEmpty();
        assertThat(Outliers.of(Sample.of(1, 1e9)).flagged()).isEmpty();
    }

    @Test
    void one_straggler_does_not_hide_another() {
        // R computed the chances: (n - 1) / 2 stages of Grubbs' test, corrected for their number.
        assertThat(Outliers.of(Sample.of(60, 60.5, 61, 60.2, 2040)).chance())
                .isCloseTo(3.26878763483345e-10, within(1e-20));
        assertThat(Outliers.of(Sample.of(60, 60.5, 61, 2040, 2050)).chance())
                .isCloseTo(6.80546280454102e-07, within(1e-17));
        assertThat(Outliers.of(Sample.of(100.1, 101.2, 102.3, 103.4, 120.5)).chance())
                .isCloseTo(0.0130522284789662, within(1e-13));
        assertThat(Outliers.of(Vectors.A).chance()).as("none is flagged").isEqualTo(1);
    }
}
