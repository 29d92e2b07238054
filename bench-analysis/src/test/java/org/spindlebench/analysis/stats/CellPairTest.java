package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.pair;

import org.junit.jupiter.api.Test;

class CellPairTest {
    @Test
    void negative_durations_and_cells_of_zeros_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pair(Cell.of(1, -1e-9), Cell.of(1)))
                .withMessageContaining("baseline")
                .withMessageContaining("-1.0E-9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pair(Cell.of(1), Cell.of(0, 0)))
                .withMessageContaining("contender");
    }

    @Test
    void durations_too_far_apart_are_refused() {
        assertThat(pair(Cell.of(1e-50, 0), Cell.of(9e49)).ratioOfMeans()).isPositive();
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Cell.of(1e-50), Cell.of(1.1e50)));
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Cell.of(1.1e50), Cell.of(1e-50)));
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Cell.of(1e-200, 1e200), Cell.of(1)));
    }

    @Test
    void a_pair_can_be_changed_over() {
        CellPair pair = pair(Cell.of(4), Cell.of(2));
        assertThat(pair.ratioOfMeans()).isEqualTo(2);
        assertThat(pair.swapped()).isEqualTo(pair(Cell.of(2), Cell.of(4)));
    }
}
