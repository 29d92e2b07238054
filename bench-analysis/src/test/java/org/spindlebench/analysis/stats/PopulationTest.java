package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PopulationTest {
    private static final Population POPULATION = Population.of(4, 1, 3, 2, 10);

    @Test
    void the_deviation_is_that_of_all_there_are() {
        assertThat(POPULATION.mean()).isEqualTo(4);
        assertThat(POPULATION.sd()).isCloseTo(Math.sqrt(10), within(1e-15));
        assertThat(Population.of(7).sd()).isZero();
    }

    @Test
    void percentiles_are_those_of_rs_type_seven() {
        assertThat(POPULATION.percentile(10)).isCloseTo(1.4, within(1e-14));
        assertThat(POPULATION.percentile(50)).isEqualTo(3);
        assertThat(POPULATION.percentile(100)).isEqualTo(10);
    }

    @Test
    void it_does_not_change_with_the_array_it_was_made_of() {
        double[] values = {1, 2};
        Population population = Population.of(values);
        values[0] = 9;
        assertThat(population.mean()).isEqualTo(1.5);
    }

    @Test
    void nothing_nan_and_what_has_no_finite_square_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(Population::of);
        assertThatIllegalArgumentException().isThrownBy(() -> Population.of(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Population.of(1, Double.NEGATIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> Population.of(1e151));
        assertThat(Population.of(1e150, -1e150).sd()).isEqualTo(1e150);
    }
}
