package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
    private static final Interval INTERVAL = new Interval(0.95, 2, 4);

    @Test
    void the_bounds_belong_to_it() {
        assertThat(INTERVAL.contains(2)).isTrue();
        assertThat(INTERVAL.contains(4)).isTrue();
        assertThat(INTERVAL.contains(Math.nextDown(2.0))).isFalse();
        assertThat(INTERVAL.contains(Math.nextUp(4.0))).isFalse();
    }

    @Test
    void it_is_scaled_with_its_quantity() {
        assertThat(INTERVAL.times(1.5)).isEqualTo(new Interval(0.95, 3, 6));
        assertThat(INTERVAL.times(0)).isEqualTo(new Interval(0.95, 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTERVAL.times(-1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> INTERVAL.times(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> INTERVAL.times(Double.POSITIVE_INFINITY));
    }

    @Test
    void its_reciprocal_needs_a_lower_bound_above_zero() {
        assertThat(INTERVAL.reciprocal()).contains(new Interval(0.95, 0.25, 0.5));
        assertThat(new Interval(0.95, 0, 4).reciprocal()).isEmpty();
        assertThat(new Interval(0.95, -2, 4).reciprocal()).isEmpty();
        assertThat(new Interval(0.95, Double.MIN_VALUE, 4).reciprocal()).isEmpty();
    }

    @Test
    void that_of_a_ratio_beyond_a_double_is_absent() {
        assertThat(Interval.ofRatio(0.9, 3, Math.log(2))).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isEqualTo(1.5);
            assertThat(interval.high()).isEqualTo(6);
        });
        assertThat(Interval.ofRatio(0.9, 3, 800)).isEmpty();
        assertThat(Interval.ofRatio(0.9, 1e100, 600)).isEmpty();
        assertThat(Interval.ofRatio(0.9, 1e-100, 600)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0.95, 3, 2",
        "0, 2, 3",
        "1, 2, 3",
        "NaN, 2, 3",
        "0.95, NaN, 3",
        "0.95, 2, Infinity",
        "0.95, -Infinity, 2"
    })
    void disorder_infinity_and_certainty_are_refused(double confidence, double low, double high) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Interval(confidence, low, high));
    }
}
