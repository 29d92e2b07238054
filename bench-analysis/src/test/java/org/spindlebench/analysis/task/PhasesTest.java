package org.spindlebench.analysis.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Phases.PhaseDurations;

class PhasesTest {
    private static final Phases NONE = new Phases(null, null, null, null);

    @Test
    void a_map_maps_and_a_reduce_shuffles_merges_and_reduces() {
        assertThat(Phases.of(Job.map(0, 1_000, 3_500))).isEqualTo(new Phases(2.5, null, null, null));
        assertThat(Phases.of(Job.reduce(0, 1_000, 3_000, 3_250, 9_000))).isEqualTo(new Phases(null, 2.0, 0.25, 5.75));
    }

    @Test
    void equal_instants_are_phases_of_no_length() {
        assertThat(Phases.of(Job.map(0, 7, 7)).map()).isEqualTo(0.0);
        assertThat(Phases.of(Job.reduce(0, 7, 7, 7, 7))).isEqualTo(new Phases(null, 0.0, 0.0, 0.0));
    }

    @Test
    void what_is_missing_or_out_of_order_is_absent_and_the_rest_is_not() {
        assertThat(Phases.of(Job.map(0, 3_000, 2_999))).isEqualTo(NONE);
        assertThat(Phases.of(Job.reduce(0, "SUCCEEDED", null, Job.at(1_000), Job.at(2_000), Job.at(4_000))))
                .isEqualTo(new Phases(null, null, 1.0, 2.0));
        assertThat(Phases.of(Job.reduce(0, 1_000, 900, 2_000, 4_000))).isEqualTo(new Phases(null, null, 1.1, 2.0));
        assertThat(Phases.of(Job.reduce(0, 1_000, 3_000, 2_000, 4_000))).isEqualTo(new Phases(null, 2.0, null, 2.0));
        assertThat(Phases.of(Job.reduce(0, 1_000, 2_000, 5_000, 4_000))).isEqualTo(new Phases(null, 1.0, 3.0, null));
        assertThat(Phases.of(new TaskTimes("a", null, null, null, Job.at(0), Job.at(1), null, null)))
                .isEqualTo(NONE);
    }

    @Test
    void how_far_a_reduce_came_that_did_not_succeed_is_not_known() {
        // The JobHistoryServer reports such a reduce with its own end as the end of every phase.
        assertThat(Phases.of(Job.reduce(0, "KILLED", Job.at(0), Job.at(9), Job.at(9), Job.at(9))))
                .isEqualTo(NONE);
    }

    @Test
    void figures_are_of_attempts_that_succeeded() {
        List<TaskTimes> tasks = List.of(
                Job.map(0, 0, 1_000),
                Job.map(1, 0, 2_000),
                Job.map(2, 500, 6_500),
                Job.map(3, 500, 3_500),
                Job.map("4_0", "node1", "FAILED", 0, 900_000, "Error"),
                Job.reduce(0, 1_000, 3_000, 3_500, 9_000),
                Job.reduce(1, 1_000, 5_000, 4_500, 9_500));
        assertThat(PhaseDurations.of(tasks))
                .containsExactly(
                        new PhaseDurations(Phase.MAP, 4, 1, 2.5, 3, 6, 12),
                        new PhaseDurations(Phase.SHUFFLE, 2, 2, 3, 3, 4, 6),
                        new PhaseDurations(Phase.MERGE, 1, 0.5, 0.5, 0.5, 0.5, 0.5),
                        new PhaseDurations(Phase.REDUCE, 2, 5, 5.25, 5.25, 5.5, 10.5));
    }

    @Test
    void of_attempts_that_all_failed_there_are_no_figures() {
        assertThat(PhaseDurations.of(List.of())).isEmpty();
        assertThat(PhaseDurations.of(List.of(Job.map("0_0", "node1", "FAILED", 0, 1_000, null))))
                .isEmpty();
    }

    @Test
    void an_odd_number_has_a_middle_one() {
        List<TaskTimes> tasks =
                IntStream.of(9, 1, 4).mapToObj(i -> Job.map(i, 0, 1_000L * i)).toList();
        assertThat(PhaseDurations.of(tasks).get(0).median()).isEqualTo(4);
        assertThat(Stream.of(Phase.values()).map(Phase::word)).containsExactly("map", "shuffle", "merge", "reduce");
    }
}
