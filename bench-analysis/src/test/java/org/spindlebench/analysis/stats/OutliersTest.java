package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutliersTest {
    @Test
    void a_straggler_is_flagged_by_both_rules_and_the_rest_is_shown_beside() {
        Outliers outliers = Outliers.of(Cell.of(10, 12, 60, 11, 13));
        assertThat(outliers.flagged()).containsExactly(new Outlier(2, 60, true, true));
        assertThat(outliers.without()).contains(Cell.of(10, 12, 11, 13));
    }

    @Test
    void one_that_is_far_too_fast_is_flagged_too() {
        assertThat(Outliers.of(Cell.of(100, 102, 1, 101, 103)).flagged())
                .containsExactly(new Outlier(2, 1, true, true));
    }

    @Test
    void nothing_is_flagged_among_neighbours() {
        Outliers outliers = Outliers.of(Vectors.A);
        assertThat(outliers.flagged()).isEmpty();
        assertThat(outliers.without()).isEmpty();
    }

    @Test
    void the_fences_are_one_and_a_half_quartile_distances_off() {
        // Quartiles 2 and 4 of 1, 2, 3, 4, x: fences at -1 and 7.
        assertThat(Outliers.of(Cell.of(1, 2, 3, 4, 7)).flagged()).isEmpty();
        assertThat(Outliers.of(Cell.of(1, 2, 3, 4, 7.001)).flagged())
                .containsExactly(new Outlier(4, 7.001, false, true));
        assertThat(Outliers.of(Cell.of(-1, 2, 3, 4, 5)).flagged()).isEmpty();
        assertThat(Outliers.of(Cell.of(-1.001, 2, 3, 4, 5)).flagged())
                .containsExactly(new Outlier(0, -1.001, false, true));
    }

    @Test
    void the_other_rule_is_ten_deviations_of_the_median_absolute_one() {
        // Median 3, distances 2 1 0 1 and x - 3: MAD 1. Wide quartiles keep the fences out of it.
        Cell below = Cell.of(3, 3, 3, 2, 4, 2, 4, 2, 4, 3 + 14.826);
        Cell above = Cell.of(3, 3, 3, 2, 4, 2, 4, 2, 4, 3 + 14.827);
        assertThat(Outliers.of(below).flagged()).extracting(Outlier::byMad).containsExactly(false);
        assertThat(Outliers.of(above).flagged()).extracting(Outlier::byMad).containsExactly(true);
    }

    @Test
    void where_most_are_equal_only_the_fences_speak() {
        assertThat(Outliers.of(Cell.of(10, 10, 10, 10, 50)).flagged()).containsExactly(new Outlier(4, 50, false, true));
        assertThat(Outliers.of(Cell.of(10, 10, 10)).flagged()).isEmpty();
    }

    @Test
    void a_rule_can_flag_without_the_other() {
        // Half the values are spread, so the fences are wide; the other half is close together, so MAD is small.
        Cell cell = Cell.of(10, 10.1, 10.2, 10.1, 10, 10.2, 10.1, 20, 21, 22, 23);
        assertThat(Outliers.of(cell).flagged())
                .allMatch(Outlier::byMad)
                .noneMatch(Outlier::byFences)
                .extracting(Outlier::index)
                .containsExactly(7, 8, 9, 10);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e289, 1e-310, 4.9E-324})
    void the_size_does_not_matter(double size) {
        Cell cell = Cell.of(size, 2 * size, 3 * size, 4 * size, 9 * size);
        assertThat(Outliers.of(cell).flagged()).containsExactly(new Outlier(4, 9 * size, false, true));
    }

    @Test
    void one_and_two_values_are_never_far() {
        assertThat(Outliers.of(Cell.of(1)).flagged()).isEmpty();
        assertThat(Outliers.of(Cell.of(1, 1e9)).flagged()).isEmpty();
    }
}
