package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.BestOf.Mean;

class BestOfTest {
    @Test
    void two_cells_are_told_apart_as_by_welchs_test() {
        LogPair logs = new CellPair(Vectors.B, Vectors.CLOSE_B).requireLogs();
        LogWelch welch =
                LogWelch.of(new CellPair(Vectors.B, Vectors.CLOSE_B), 0.95).orElseThrow();
        List<VarianceSum.Part> parts = logs.variance().parts();
        BestOf best = BestOf.of(
                List.of(
                        new Mean(logs.difference(), parts.get(0).variance(), 4),
                        new Mean(0, parts.get(1).variance(), 4)),
                0.95);
        assertThat(best.best()).isEqualTo(1);
        assertClose(best.p().get(0), welch.p(), 1e-12);
        assertThat(best.tied()).containsExactly(0, 1);
        assertThat(new BestOf(1, best.p(), 0.7).tied()).containsExactly(1);
    }

    // R: p.adjust(p, "holm") of pt(t, df, lower.tail = FALSE) for all six ordered pairs; least p of each cell's two
    @Test
    void three_cells_are_one_family() {
        BestOf best = BestOf.of(
                List.of(new Mean(1.00, 0.0004, 4), new Mean(1.03, 0.0001, 2), new Mean(1.12, 0.0009, 5)), 0.95);
        assertThat(best.best()).isZero();
        assertThat(best.p().get(0)).isEqualTo(1);
        assertClose(best.p().get(1), 0.463889471743313, 1e-12);
        assertClose(best.p().get(2), 0.0293171002542521, 1e-12);
        assertThat(best.tied()).containsExactly(0, 1);
        assertThat(new BestOf(0, best.p(), 0.98).tied()).containsExactly(0, 1, 2);
    }

    @Test
    void a_cell_can_be_slower_than_one_that_is_not_the_best() {
        // The best varies so much that nothing is told from it.
        BestOf best = BestOf.of(List.of(new Mean(1, 4, 4), new Mean(1.01, 1e-8, 4), new Mean(1.2, 1e-8, 4)), 0.95);
        assertThat(best.best()).isZero();
        assertThat(best.tied()).containsExactly(0, 1);
    }

    @Test
    void a_single_cell_is_the_best_and_equal_ones_are_tied() {
        assertThat(BestOf.of(List.of(new Mean(3, 1, 4)), 0.95)).isEqualTo(new BestOf(0, List.of(1.0), 0.95));
        assertThat(BestOf.of(List.of(new Mean(3, 1, 4)), 0.95).tied()).containsExactly(0);
        Mean same = new Mean(3, 1, 4);
        assertThat(BestOf.of(List.of(same, same, same), 0.95).best()).isZero();
        assertThat(BestOf.of(List.of(same, same, same), 0.95).tied()).containsExactly(0, 1, 2);
    }

    @Test
    void cells_that_do_not_vary_are_not_told_apart() {
        BestOf best = BestOf.of(List.of(new Mean(4, 0, 4), new Mean(3, 0, 4), new Mean(5, 1e-6, 4)), 0.95);
        assertThat(best.best()).isEqualTo(1);
        assertThat(best.tied()).containsExactly(0, 1);
    }

    @Test
    void numbers_in_range_are_needed() {
        assertThatIllegalArgumentException().isThrownBy(() -> BestOf.of(List.of(), 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> BestOf.of(List.of(new Mean(3, 1, 4)), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Mean(Double.NaN, 1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Mean(1, -1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Mean(1, Double.POSITIVE_INFINITY, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Mean(1, 1, 0));
    }
}
