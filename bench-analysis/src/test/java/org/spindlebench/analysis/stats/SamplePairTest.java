package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.pair;

import org.junit.jupiter.api.Test;

class SamplePairTest {
    @Test
    void negative_durations_and_cells_of_zeros_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pair(Sample.of(1, -1e-9), Sample.of(1)))
                .withMessageContaining("baseline")
                .withMessageContaining("-1.0E-9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pair(Sample.of(1), Sample.of(0, 0)))
                .withMessageContaining("contender");
    }

    @Test
    void durations_too_far_apart_are_refused() {
        assertThat(pair(Sample.of(1e-50, 0), Sample.of(9e49)).ratioOfMeans()).isPositive();
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Sample.of(1e-50), Sample.of(1.1e50)));
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Sample.of(1.1e50), Sample.of(1e-50)));
        assertThatIllegalArgumentException().isThrownBy(() -> pair(Sample.of(1e-200, 1e200), Sample.of(1)));
    }

    @Test
    void a_pair_can_be_changed_over() {
        SamplePair pair = pair(Sample.of(4), Sample.of(2));
        assertThat(pair.ratioOfMeans()).isEqualTo(2);
        assertThat(pair.swapped()).isEqualTo(pair(Sample.of(2), Sample.of(4)));
    }
}
