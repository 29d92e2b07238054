package org.spindlebench.analysis.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class IncreaseTest {
    private static final long WRAP = 1L << 32;

    @Test
    void counters_grow() {
        Increase change = change(7, 12);
        assertThat(change.of("a.b")).hasValue(5);
        assertThat(change.wrapping("a.b")).hasValue(5);
        assertThat(change.signed("a.b")).hasValue(5);
        assertThat(change.names("a.b")).isTrue();
    }

    @Test
    void one_that_goes_back_near_32_bits_has_wrapped_where_it_may_and_was_set_back_elsewhere() {
        assertThat(change(WRAP - 10, 5).wrapping("a.b")).hasValue(15);
        assertThat(change(WRAP - 10, 5).of("a.b")).isEmpty();
        assertThat(change(1_000, 5).wrapping("a.b")).isEmpty();
        assertThat(change(1_000, 5).signed("a.b")).hasValue(-995);
    }

    @Test
    void one_that_looks_negative_grows_all_the_same() {
        assertThat(change(Long.MAX_VALUE, Long.MIN_VALUE + 4).of("a.b")).hasValue(5);
    }

    @Test
    void one_that_is_not_in_both_is_not_known() {
        Reading with = Reading.of(0, List.of("a.b"), new long[] {7}, null);
        Reading without = Reading.of(1, List.of("a.c"), new long[] {7}, null);
        for (Increase change : List.of(Increase.between(with, without), Increase.between(without, with))) {
            assertThat(List.of(change.of("a.b"), change.wrapping("a.b"), change.signed("a.b")))
                    .containsOnly(OptionalDouble.empty());
            assertThat(change.names("a.b")).isTrue();
            assertThat(change.names("a.d")).isFalse();
            assertThat(change.signed("a.d")).hasValue(0);
            assertThat(change.of("a.d")).isEmpty();
        }
    }

    private static Increase change(long before, long after) {
        List<String> names = List.of("a.b");
        return Increase.between(
                Reading.of(0, names, new long[] {before}, null), Reading.of(1, names, new long[] {after}, null));
    }
}
