package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.List;
import org.junit.jupiter.api.Test;

class HolmTest {
    @Test
    void the_published_vector_is_met() {
        assertAdjusted(
                List.of(.0079, .012, .021, .043, .31, .58, .95), List.of(.0553, .0720, .1050, .1720, .93, 1.0, 1.0));
    }

    // R: p.adjust(c(.04, .01, .03, .01, .5), "holm")
    @Test
    void the_order_is_kept_and_no_adjusted_value_falls_below_a_lesser_ones() {
        assertAdjusted(List.of(.04, .01, .03, .01, .5), List.of(.09, .05, .09, .05, .5));
    }

    @Test
    void one_is_left_as_it_is_and_none_gives_none() {
        assertThat(Holm.adjust(List.of(0.3))).containsExactly(0.3);
        assertThat(Holm.adjust(List.of())).isEmpty();
        assertThat(Holm.adjust(List.of(0.0, 1.0))).containsExactly(0.0, 1.0);
    }

    @Test
    void what_is_no_probability_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(List.of(0.1, -0.1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(List.of(1.1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(List.of(Double.NaN)));
    }

    private static void assertAdjusted(List<Double> p, List<Double> expected) {
        List<Double> adjusted = Holm.adjust(p);
        assertThat(adjusted).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertClose(adjusted.get(i), expected.get(i), 1e-12);
        }
    }
}
