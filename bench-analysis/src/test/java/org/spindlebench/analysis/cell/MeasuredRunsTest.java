package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;

class MeasuredRunsTest {
    private static final MeasuredRun BARE = new MeasuredRun("night", "001", null, false, null, null, 12.5, null);
    private static final MeasuredRun FULL = new MeasuredRun("day", "002", 0L, true, 0, -1, 7.25, 0.0);

    @Test
    void every_run_comes_back_as_it_was() {
        List<MeasuredRun> runs =
                IntStream.range(0, 100).mapToObj(i -> i % 3 == 0 ? BARE : FULL).toList();
        assertThat(MeasuredRuns.of(runs)).isEqualTo(runs);
        assertThat(MeasuredRuns.of(runs).durations().values())
                .isEqualTo(runs.stream().map(MeasuredRun::seconds).toList());
    }

    @Test
    void there_is_no_run_beyond_the_last() {
        MeasuredRuns runs = MeasuredRuns.of(List.of(BARE));
        assertThatThrownBy(() -> runs.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(MeasuredRuns.of(List.of())).isEmpty();
    }

    @Test
    void a_list_of_this_kind_is_not_copied() {
        MeasuredRuns runs = MeasuredRuns.of(List.of(BARE, FULL));
        assertThat(MeasuredRuns.of(runs)).isSameAs(runs);
    }
}
