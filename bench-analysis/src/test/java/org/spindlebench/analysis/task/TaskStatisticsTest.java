package org.spindlebench.analysis.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Endings.Preemption;

class TaskStatisticsTest {
    private static final String PREEMPTED = "Container preempted by scheduler";

    @TempDir
    Path directory;

    @Test
    void where_maps_ran_is_what_the_job_counted() {
        assertThat(Locality.of(run(List.of(), Map.of("DATA_LOCAL_MAPS", 7L, "OTHER_LOCAL_MAPS", 1L))))
                .contains(new Locality(7, 0, 1));
        assertThat(Locality.of(run(List.of(), Map.of("TOTAL_LAUNCHED_MAPS", 7L))))
                .isEmpty();
        assertThat(Locality.of(new RunBuilder(1, "terasort").build())).isEmpty();
    }

    @Test
    void attempts_end_as_their_states_and_the_counters_say() {
        List<TaskTimes> tasks = List.of(
                Job.map("0_0", "node1", "FAILED", 0, 5, "Error"),
                Job.map("0_1", "node1", "SUCCEEDED", 5, 9, null),
                Job.map("1_0", "node1", "KILLED", 0, 9, "Speculation: another succeeded first!"),
                Job.map("1_1", "node2", "SUCCEEDED", 8, 9, null),
                Job.map("2_0", "node2", "SUCCEEDED", 8, 9, null));
        Map<String, Long> counters = Map.of(
                "TOTAL_LAUNCHED_MAPS", 6L, "NUM_FAILED_MAPS", 1L, "NUM_KILLED_MAPS", 2L, "TOTAL_LAUNCHED_REDUCES", 1L);
        assertThat(Endings.of(run(tasks, counters)))
                .containsExactly(
                        new Endings("map", 3, 1, 1, 1, 6L, 1L, 2L), new Endings("reduce", 0, 0, 0, 0, 1L, 0L, 0L));
        RunRecord uncounted = new RunBuilder(1, "terasort").tasks(tasks).build();
        assertThat(Endings.of(uncounted)).containsExactly(new Endings("map", 3, 1, 1, 1, null, null, null));
    }

    @Test
    void attempts_without_ids_or_instants_are_not_speculative() {
        TaskTimes nameless = new TaskTimes(null, "map", null, "SUCCEEDED", Job.at(0), Job.at(9), null, null);
        TaskTimes odd = new TaskTimes("_0", "map", null, "KILLED", Job.at(0), Job.at(9), null, null);
        TaskTimes never = Job.map("0_1", null, "KILLED", 3, 2, null);
        assertThat(Endings.of(run(List.of(nameless, nameless, odd, odd, Job.map(0, 0, 9), never), Map.of())))
                .containsExactly(new Endings("map", 3, 0, 3, 0, 0L, 0L, 0L));
    }

    @Test
    void a_container_that_the_scheduler_took_away_is_told_from_others_that_were_killed() {
        TaskTimes taken = Job.map("0_0", "node1", "KILLED", 0, 9, PREEMPTED);
        TaskTimes opportunistic = Job.map(
                "1_0", "node1", "KILLED", 0, 9, "[2026] Container Killed to make room for Guaranteed Container.");
        TaskTimes rampDown =
                Job.map("2_0", "node1", "KILLED", 0, 9, "Reducer preempted to make room for pending map attempts");
        TaskTimes lost = Job.map("3_0", "node1", "KILLED", 0, 9, "Container released on a *lost* node");
        TaskTimes failed = Job.map("4_0", "node1", "FAILED", 0, 9, "Error: " + PREEMPTED);
        TaskTimes silent = Job.map("5_0", "node1", "KILLED", 0, 9, null);
        assertThat(Preemption.preempted(taken)).isTrue();
        assertThat(Preemption.preempted(opportunistic)).isTrue();
        assertThat(List.of(rampDown, lost, failed, silent, Job.map(6, 0, 1))).noneMatch(Preemption::preempted);
        assertThat(preemption(taken, opportunistic, rampDown, lost, silent)).isEqualTo(new Preemption(true, 2, 1, 1));
        assertThat(preemption(rampDown, lost, failed)).isEqualTo(new Preemption(false, 0, 1, 0));
        assertThat(preemption(silent, Job.map(0, 0, 9))).isEqualTo(new Preemption(null, 0, 0, 1));
        assertThat(preemption()).isEqualTo(new Preemption(null, 0, 0, 0));
    }

    @Test
    void a_run_without_attempts_has_no_figures() {
        TaskStatistics figures =
                TaskStatistics.of(new RunBuilder(1, "terasort").tasks(List.of()).build());
        assertThat(figures)
                .isEqualTo(new TaskStatistics(
                        null, null, null, new Stragglers(0, null, 0, null), null, null, new Preemption(null, 0, 0, 0)));
    }

    @RepeatedTest(50)
    void figures_of_any_attempts_are_a_document_that_reads_back(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        RunRecord run = run(Job.random(random, 900, 600_000), Map.of("RACK_LOCAL_MAPS", 3L));
        TaskStatistics figures = TaskStatistics.of(run);
        Path file = directory.resolve("tasks.json");
        JsonDocument.write(file, figures);
        assertThat(JsonDocument.read(file, TaskStatistics.class)).isEqualTo(figures);
        assertThat(Files.size(file)).isLessThan(200_000);
        assertThat(figures.phases()).allSatisfy(phase -> {
            assertThat(phase.min()).isBetween(0.0, phase.median());
            assertThat(phase.max()).isGreaterThanOrEqualTo(phase.median()).isGreaterThanOrEqualTo(phase.mean());
        });
    }

    private static Preemption preemption(TaskTimes... tasks) {
        return Preemption.of(run(List.of(tasks), Map.of()));
    }

    private static RunRecord run(List<TaskTimes> tasks, Map<String, Long> counters) {
        return new RunBuilder(1, "terasort")
                .tasks(tasks)
                .counted("org.apache.hadoop.mapreduce.JobCounter", counters)
                .build();
    }
}
