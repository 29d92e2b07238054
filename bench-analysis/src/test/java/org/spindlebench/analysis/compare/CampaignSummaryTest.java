package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.Relative;
import org.spindlebench.analysis.cell.CellSummary.RunCounts;
import org.spindlebench.analysis.cell.CellSummary.WarningCount;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Status;

class CampaignSummaryTest {
    @Test
    void only_valid_runs_enter_the_figures_and_every_other_is_listed() {
        CellSummary cell = onlyCell(
                new RunBuilder(1, "terasort").elapsed(10.0),
                new RunBuilder(2, "terasort").repeat(2).elapsed(1.0).ended(Status.INVALID, "rows: 1 missing"),
                new RunBuilder(3, "terasort").repeat(3).elapsed(2.0).ended(Status.FAILED, "no space"),
                new RunBuilder(4, "terasort").repeat(4).elapsed(3.0).ended(Status.INTERRUPTED, "Ctrl-C"),
                new RunBuilder(5, "terasort").repeat(5).elapsed(null),
                new RunBuilder(6, "terasort").repeat(6).elapsed(14.0));
        assertThat(cell.elapsed().values()).containsExactly(10.0, 14.0);
        assertThat(cell.counts()).isEqualTo(new RunCounts(2, 1, 1, 1, 1));
        assertThat(cell.counts().total()).isEqualTo(6);
        assertThat(cell.excluded())
                .extracting(ExcludedRun::run)
                .containsExactly("002-terasort", "003-terasort", "004-terasort", "005-terasort");
        assertThat(cell.throughputPerNode()).isCloseTo(64e6 / 12, within(1e-6));
    }

    @Test
    void a_run_that_calls_itself_ok_against_its_proof_is_invalid() {
        CellSummary cell = onlyCell(new RunBuilder(1, "terasort").check(Check.equal("replication", 1, 3)));
        assertThat(cell.elapsed()).isNull();
        assertThat(cell.counts()).isEqualTo(new RunCounts(0, 0, 1, 0, 0));
        assertThat(cell.excluded().get(0).reasons()).containsExactly("replication: expected 1, was 3");
    }

    @Test
    void an_interrupted_run_that_was_repeated_is_listed_but_does_not_count() {
        CellSummary cell = onlyCell(
                new RunBuilder(1, "terasort").ended(Status.INTERRUPTED, "Ctrl-C"),
                new RunBuilder(1, "terasort").run("001-terasort").elapsed(10.0));
        assertThat(cell.counts()).isEqualTo(new RunCounts(1, 0, 0, 0, 0));
        assertThat(cell.excluded()).singleElement().matches(ExcludedRun::repeated);
    }

    @Test
    void a_failed_repeat_of_an_interrupted_run_stays_failed() {
        CellSummary cell = onlyCell(
                new RunBuilder(1, "terasort").ended(Status.INTERRUPTED, "Ctrl-C"),
                new RunBuilder(1, "terasort").ended(Status.FAILED, "no space"));
        assertThat(cell.counts()).isEqualTo(new RunCounts(0, 0, 0, 1, 0));
        assertThat(cell.elapsed()).isNull();
    }

    @Test
    void a_record_given_twice_is_refused() {
        RunBuilder run = new RunBuilder(1, "terasort");
        assertThatThrownBy(() -> summary(run, run))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("run 001-terasort of campaign nightly occurs twice");
        assertThat(summary(run, new RunBuilder(1, "terasort").campaign("other")).campaigns())
                .containsExactly(new Campaign("nightly", 1, 21), new Campaign("other", 1, 21));
    }

    @Test
    void each_size_is_relative_to_terasorts_own_of_the_same_kind() {
        CellTable group = summary(
                        new RunBuilder(1, "terasort").sized(RunBuilder.sizes(100, 104, 98, 20)),
                        new RunBuilder(2, "wordcount").sized(RunBuilder.sizes(100, 7.28, 8.82, 30)),
                        new RunBuilder(3, "teragen").setting("replication", "3").sized(RunBuilder.sizes(0, 0, 294, 19)))
                .groups()
                .get(0);
        assertThat(group.cells())
                .extracting(cell -> cell.subject().job())
                .containsExactly("teragen", "terasort", "wordcount");
        assertThat(group.cells().get(0).relative()).isEqualTo(new Relative(0.0, 0.0, 3.0, 0.95));
        assertThat(group.cells().get(1).relative()).isEqualTo(new Relative(1.0, 1.0, 1.0, 1.0));
        Relative wordcount = group.cells().get(2).relative();
        assertThat(wordcount.shuffle()).isCloseTo(7.0 / 104, within(1e-12));
        assertThat(wordcount.outputReplicated()).isCloseTo(8.0 / 98, within(1e-12));
        assertThat(wordcount.taskCpu()).isEqualTo(1.5);
    }

    @Test
    void without_a_valid_terasort_nothing_is_relative() {
        CellTable group = summary(
                        new RunBuilder(1, "terasort").ended(Status.INVALID, "unsorted"), new RunBuilder(2, "wordcount"))
                .groups()
                .get(0);
        assertThat(group.cells()).extracting(CellSummary::relative).containsOnly(Relative.UNKNOWN);
    }

    @Test
    void terasort_of_other_settings_or_another_setup_is_no_measure() {
        CampaignSummary summary =
                summary(new RunBuilder(1, "terasort").setting("compression", "lz4"), new RunBuilder(2, "wordcount"));
        assertThat(summary.groups())
                .extracting(group -> group.settings().get("compression"))
                .containsExactly("none", "lz4");
        assertThat(summary.groups().get(0).cells().get(0).relative()).isEqualTo(Relative.UNKNOWN);
    }

    @Test
    void two_terasort_cells_in_a_table_are_no_measure_either() {
        CellTable group = summary(
                        new RunBuilder(1, "terasort").setting("replication", "1"),
                        new RunBuilder(2, "terasort").setting("replication", "3"))
                .groups()
                .get(0);
        assertThat(group.cells()).extracting(CellSummary::relative).containsOnly(Relative.UNKNOWN);
        assertThat(CellTable.ofTheJob(group.cells().get(1).subject().settings()))
                .isEqualTo(Map.of("replication", "3"));
    }

    @Test
    void the_caches_are_cold_only_if_every_valid_run_was_cooled() {
        assertThat(onlyCell(new RunBuilder(1, "shuffle")).cache()).isEqualTo(CacheState.COLD);
        assertThat(onlyCell(new RunBuilder(1, "shuffle").warm()).cache()).isEqualTo(CacheState.WARM);
        assertThat(onlyCell(new RunBuilder(1, "shuffle").noCache()).cache()).isEqualTo(CacheState.UNKNOWN);
        assertThat(onlyCell(new RunBuilder(1, "shuffle"), new RunBuilder(2, "shuffle").warm())
                        .cache())
                .isEqualTo(CacheState.MIXED);
    }

    @Test
    void equal_warnings_are_counted() {
        CellSummary cell = onlyCell(
                new RunBuilder(1, "shuffle").warning("wave", "a"),
                new RunBuilder(2, "shuffle").warning("wave", "a"),
                new RunBuilder(3, "shuffle").warning("wave", "b"));
        assertThat(cell.warnings()).extracting(WarningCount::runs).containsExactly(2, 1);
    }

    @Test
    void sizes_are_means_over_the_runs_that_recorded_them() {
        CellSummary cell = onlyCell(
                new RunBuilder(1, "shuffle").sized(RunBuilder.sizes(0, 100, 0, 1)),
                new RunBuilder(2, "shuffle").sized(null),
                new RunBuilder(3, "shuffle").sized(RunBuilder.sizes(0, 200, 0, 2)));
        assertThat(cell.sizes().shuffle()).isEqualTo(150);
        assertThat(onlyCell(new RunBuilder(2, "shuffle").sized(null)).throughputPerNode())
                .isNull();
    }

    private static CellSummary onlyCell(RunBuilder... runs) {
        List<CellTable> groups = summary(runs).groups();
        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).cells()).hasSize(1);
        return groups.get(0).cells().get(0);
    }

    private static CampaignSummary summary(RunBuilder... runs) {
        return CampaignSummary.of(Stream.of(runs).map(RunBuilder::build));
    }
}
