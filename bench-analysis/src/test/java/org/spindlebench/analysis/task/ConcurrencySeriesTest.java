package org.spindlebench.analysis.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.ConcurrencySeries.ConcurrencyStep;
import org.spindlebench.analysis.task.ConcurrencySeries.Peaks;

class ConcurrencySeriesTest {
    private static final List<ToDoubleFunction<ConcurrencyStep>> COUNTS = List.of(
            ConcurrencyStep::map,
            ConcurrencyStep::shuffle,
            ConcurrencyStep::merge,
            ConcurrencyStep::reduce,
            ConcurrencyStep::other);

    @Test
    void a_step_begins_where_a_count_changes() {
        ConcurrencySeries series = series(List.of(
                Job.map(0, 2_000, 4_000),
                Job.map(1, 3_000, 5_000),
                Job.reduce(0, 3_500, 5_000, 5_500, 8_000),
                Job.map(2, 9_000, 10_000)));
        assertThat(series.start()).isEqualTo(Job.at(2_000));
        assertThat(series.seconds()).isEqualTo(8);
        assertThat(series.averaged()).isFalse();
        assertThat(series.peaks()).isEqualTo(new Peaks(2, 1, 1, 1, 0));
        assertThat(series.steps())
                .containsExactly(
                        new ConcurrencyStep(0, 1, 0, 0, 0, 0),
                        new ConcurrencyStep(1, 2, 0, 0, 0, 0),
                        new ConcurrencyStep(1.5, 2, 1, 0, 0, 0),
                        new ConcurrencyStep(2, 1, 1, 0, 0, 0),
                        new ConcurrencyStep(3, 0, 0, 1, 0, 0),
                        new ConcurrencyStep(3.5, 0, 0, 0, 1, 0),
                        new ConcurrencyStep(6, 0, 0, 0, 0, 0),
                        new ConcurrencyStep(7, 1, 0, 0, 0, 0));
    }

    @Test
    void one_that_takes_the_place_of_another_changes_no_count() {
        ConcurrencySeries series = series(List.of(Job.map(0, 0, 1_000), Job.map(1, 1_000, 2_000)));
        assertThat(series.steps()).containsExactly(new ConcurrencyStep(0, 1, 0, 0, 0, 0));
        assertThat(series.peaks().map()).isEqualTo(1);
    }

    @Test
    void attempts_of_any_state_count_and_reduces_of_unknown_phase_apart() {
        ConcurrencySeries series = series(List.of(
                Job.map("0_0", "node1", "FAILED", 0, 1_000, null),
                Job.reduce(0, "KILLED", Job.at(0), Job.at(2_000), Job.at(2_000), Job.at(2_000)),
                Job.reduce(1, 0, 1_500, 1_000, 2_000)));
        assertThat(series.steps())
                .containsExactly(new ConcurrencyStep(0, 1, 0, 0, 0, 2), new ConcurrencyStep(1, 0, 0, 0, 0, 2));
    }

    @Test
    void without_instants_there_is_no_series_and_what_ran_for_no_time_is_in_no_step() {
        assertThat(ConcurrencySeries.of(List.of())).isEmpty();
        assertThat(ConcurrencySeries.of(List.of(
                        Job.map(0, 5, 4), new TaskTimes("a", "map", null, "KILLED", null, Job.at(1), null, null))))
                .isEmpty();
        ConcurrencySeries instant = series(List.of(Job.map(0, 5, 5), Job.reduce(0, 5, 5, 5, 5)));
        assertThat(instant.seconds()).isZero();
        assertThat(instant.steps()).isEmpty();
        assertThat(instant.peaks()).isEqualTo(new Peaks(0, 0, 0, 0, 0));
    }

    @Test
    void the_most_steps_that_are_exact_and_one_more() {
        assertThat(series(chain(ConcurrencySeries.MOST_STEPS / 2)).averaged()).isFalse();
        List<TaskTimes> more = chain(ConcurrencySeries.MOST_STEPS / 2);
        more.add(Job.map(1_000, 0, 2_000L * (ConcurrencySeries.MOST_STEPS / 2)));
        assertThat(series(more).averaged()).isFalse();
        assertThat(series(more).steps()).hasSize(ConcurrencySeries.MOST_STEPS);
        more.add(Job.map(1_001, 100, 200));
        ConcurrencySeries averaged = series(more);
        assertThat(averaged.averaged()).isTrue();
        assertThat(averaged.steps()).hasSize(ConcurrencySeries.MOST_STEPS);
        // Each step is a second here. The first one holds a map that runs all the time, a second map, and another for a
        // tenth of it.
        assertThat(averaged.steps().get(0).map()).isCloseTo(2.1, within(1e-12));
        assertThat(averaged.steps().get(1).map()).isCloseTo(1.0, within(1e-12));
        assertThat(averaged.peaks().map()).isEqualTo(3);
    }

    /** Returns maps of a second each, with a second between them. */
    private static List<TaskTimes> chain(int length) {
        List<TaskTimes> tasks = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            tasks.add(Job.map(i, 2_000L * i, 2_000L * i + 1_000));
        }
        return tasks;
    }

    @RepeatedTest(300)
    void exact_steps_are_the_counts_of_every_millisecond(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<TaskTimes> tasks = Job.random(random, 30, 60);
        ConcurrencySeries series = ConcurrencySeries.of(tasks).orElse(null);
        if (series == null) {
            assertThat(tasks).allMatch(task -> Attempts.span(task).isEmpty());
            return;
        }
        long start = series.start().toEpochMilli();
        long millis = Math.round(series.seconds() * 1000);
        int[] most = new int[COUNTS.size()];
        for (long i = 0; i < millis; i++) {
            ConcurrencyStep step = at(series, i / 1000.0);
            for (int phase = 0; phase < most.length; phase++) {
                int expected = running(tasks, phase, start + i);
                most[phase] = Math.max(most[phase], expected);
                assertThat(COUNTS.get(phase).applyAsDouble(step)).isEqualTo(expected);
            }
        }
        assertThat(series.peaks()).isEqualTo(new Peaks(most[0], most[1], most[2], most[3], most[4]));
        assertThat(series.steps()).doesNotHaveDuplicates();
    }

    @RepeatedTest(30)
    void means_are_those_of_every_millisecond(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<TaskTimes> tasks = Job.random(random, 300, 10_000);
        tasks.add(Job.map(1_000, 0, 12_000));
        chain(210).forEach(tasks::add);
        ConcurrencySeries series = series(tasks);
        assertThat(series.averaged()).isTrue();
        assertThat(series.steps()).hasSize(ConcurrencySeries.MOST_STEPS);
        double length = series.seconds() / ConcurrencySeries.MOST_STEPS;
        for (int phase = 0; phase < COUNTS.size(); phase++) {
            double sum = 0;
            for (int i = 0; i < ConcurrencySeries.MOST_STEPS; i++) {
                ConcurrencyStep step = series.steps().get(i);
                double mean = COUNTS.get(phase).applyAsDouble(step);
                assertThat(step.at()).isCloseTo(i * length, within(1e-9));
                double from = series.start().toEpochMilli() + 1000 * length * i;
                assertThat(mean)
                        .isCloseTo(spent(tasks, phase, from, from + 1000 * length) / (1000 * length), within(1e-6));
                sum += mean * length;
            }
            double all = spent(tasks, phase, 0, Double.MAX_VALUE) / 1000;
            assertThat(sum).isCloseTo(all, within(1e-6 * (1 + all)));
        }
    }

    private static ConcurrencySeries series(List<TaskTimes> tasks) {
        return ConcurrencySeries.of(tasks).orElseThrow();
    }

    private static ConcurrencyStep at(ConcurrencySeries series, double seconds) {
        return series.steps().stream()
                .filter(step -> step.at() <= seconds)
                .reduce((one, later) -> later)
                .orElseThrow();
    }

    private static int running(List<TaskTimes> tasks, int phase, long millis) {
        return (int) tasks.stream()
                .map(task -> span(task, phase))
                .filter(span -> span[0] <= millis && millis < span[1])
                .count();
    }

    private static double spent(List<TaskTimes> tasks, int phase, double from, double to) {
        return tasks.stream()
                .map(task -> span(task, phase))
                .mapToDouble(span -> Math.max(0, Math.min(to, (double) span[1]) - Math.max(from, (double) span[0])))
                .sum();
    }

    /** Returns from when to when an attempt is in a phase, computed independently, one question after the other. */
    private static long[] span(TaskTimes task, int phase) {
        if (task.finished() == null || task.finished().isBefore(task.started())) {
            return new long[2];
        }
        long from = task.started().toEpochMilli();
        long to = task.finished().toEpochMilli();
        if (task.kind().equals("map")) {
            return phase == 0 ? new long[] {from, to} : new long[2];
        }
        boolean known = task.state().equals("SUCCEEDED") && task.sortFinished() != null;
        long shuffled = known ? task.shuffleFinished().toEpochMilli() : 0;
        long merged = known ? task.sortFinished().toEpochMilli() : 0;
        known = known && from <= shuffled && shuffled <= merged && merged <= to;
        return switch (phase) {
            case 1 -> known ? new long[] {from, shuffled} : new long[2];
            case 2 -> known ? new long[] {shuffled, merged} : new long[2];
            case 3 -> known ? new long[] {merged, to} : new long[2];
            case 4 -> known ? new long[2] : new long[] {from, to};
            default -> new long[2];
        };
    }
}
