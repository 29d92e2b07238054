package org.spindlebench.analysis.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.series.StepGrid.SampleInterval;

class SpreadTest {
    /**
     * The steps are from 100 to 200, 300, 350 (the job's end), 400 and 420. Three slots follow: before the job, after
     * the job, and after everything.
     */
    private final StepGrid grid = StepGrid.of(100, 350, 420, 100);

    private final SampleInterval spread = new SampleInterval(grid);

    @Test
    void a_step_ends_at_each_end() {
        assertThat(grid.steps()).isEqualTo(5);
        assertThat(grid.each(grid::length)).containsExactly(100L, 100L, 50L, 50L, 20L);
        assertThat(grid.each(grid::at)).containsExactly(0.0, 0.1, 0.2, 0.25, 0.3);
        assertThat(StepGrid.of(100, 300, 300, 100).steps()).isEqualTo(2);
        assertThat(StepGrid.of(100, 100, 100, 100).steps()).isZero();
        assertThatThrownBy(() -> StepGrid.of(100, 99, 200, 100)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StepGrid.of(100, 200, 199, 100)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_was_counted_is_shared_out_by_time() {
        assertThat(shared(150, 350)).containsExactly(50, 100, 50, 0, 0, 0, 0, 0);
        assertThat(shared(300, 360)).containsExactly(0, 0, 50, 10, 0, 0, 10, 0);
        assertThat(shared(0, 1_000)).containsExactly(100, 100, 50, 50, 20, 100, 650, 580);
        assertThat(shared(100, 200)).containsExactly(100, 0, 0, 0, 0, 0, 0, 0);
        assertThat(shared(390, 420)).containsExactly(0, 0, 0, 10, 20, 0, 0, 0);
        assertThat(shared(0, 100)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(spread.isOutside()).isTrue();
        assertThat(shared(420, 500)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void what_was_counted_in_no_time_is_in_one_step() {
        assertThat(sharedAtOnce(300, 300)).containsExactly(0, 0, 7, 0, 0, 0, 0, 0);
        // The clock was set back.
        assertThat(sharedAtOnce(390, 250)).containsExactly(0, 7, 0, 0, 0, 0, 0, 0);
        // Counts exactly at the begin or the end belong to the time before or after.
        assertThat(sharedAtOnce(100, 100)).containsOnly(0);
        assertThat(sharedAtOnce(420, 420)).containsOnly(0);
        assertThat(covered(300, 300)).containsOnly(0);
    }

    @Test
    void a_value_is_integrated_over_the_straight_line_between_two_samples() {
        double[] sums = new double[grid.slots()];
        spread.lay(150, 350);
        spread.integrate(10, 30, sums);
        // The means over 50, 100 and 50 ms are 12.5, 20 and 27.5.
        assertThat(sums).containsExactly(50 * 12.5, 100 * 20, 50 * 27.5, 0, 0, 0, 0, 0);
    }

    /** Spreads a counter that grows by one each millisecond. Each slot must cover as many milliseconds as it counts. */
    private double[] shared(long before, long after) {
        double[] sums = new double[grid.slots()];
        spread.lay(before, after);
        spread.share((double) (after - before), sums);
        long[] covered = covered(before, after);
        for (int slot = 0; slot < covered.length; slot++) {
            assertThat(sums[slot]).isEqualTo((double) covered[slot]);
        }
        return sums;
    }

    private double[] sharedAtOnce(long before, long after) {
        double[] sums = new double[grid.slots()];
        spread.lay(before, after);
        spread.share(7, sums);
        return sums;
    }

    private long[] covered(long before, long after) {
        long[] covered = new long[grid.slots()];
        spread.lay(before, after);
        spread.cover(covered);
        return covered;
    }
}
