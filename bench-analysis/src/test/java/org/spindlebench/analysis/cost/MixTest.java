package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
    @Test
    void shares_and_percentages_mean_the_same() {
        assertThat(Mix.of("a", "", shares(0.25, 0.75)).shares()).isEqualTo(shares(0.25, 0.75));
        assertThat(Mix.of("a", "", shares(25, 75)).shares()).isEqualTo(shares(0.25, 0.75));
    }

    @Test
    void what_rounding_leaves_is_spread() {
        SortedMap<String, Double> thirds = new TreeMap<>(Map.of("a", 33.0, "b", 33.0, "c", 33.0));
        assertThat(Mix.of("a", "", thirds).shares().values())
                .allSatisfy(share -> assertThat(share).isCloseTo(1.0 / 3, within(1e-15)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.98, 1.02, 98.9, 101.1, 50, 7, 10_000})
    void any_other_sum_is_refused(double sum) {
        assertThat(Mix.addUp(sum)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mix.of("mine", "", shares(sum / 2, sum / 2)))
                .withMessageContaining("mine must add up to 1 or 100, but add up to " + sum);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.99, 1, 1.01, 99, 100, 101})
    void sums_within_rounding_are_taken(double sum) {
        assertThat(Mix.addUp(sum)).isTrue();
    }

    @Test
    void shares_of_nothing_and_no_shares_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mix.of("a", "", shares(0, 1)))
                .withMessageContaining("the share of a must be a number above 0: 0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> Mix.of("a", "", new TreeMap<>()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Mix("a", "", shares(0.5, 0.6)))
                .withMessageContaining("add up to 1.1, not to 1");
    }

    private static SortedMap<String, Double> shares(double one, double other) {
        return new TreeMap<>(Map.of("a", one, "b", other));
    }
}
