package org.spindlebench.analysis.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.TaskStatistics.Waves;

class WavesTest {
    @Test
    void five_maps_on_two_slots_are_three_waves() {
        List<TaskTimes> tasks = List.of(
                Job.map(0, 0, 10),
                Job.map(1, 1, 11),
                Job.map(2, 10, 20),
                Job.map(3, 11, 21),
                Job.map(4, 20, 30),
                Job.reduce(0, 5, 31, 32, 40));
        assertThat(Waves.of(tasks)).containsExactly(new Waves("map", 5, 2, 3, 3), new Waves("reduce", 1, 1, 1, 1));
    }

    @Test
    void a_short_map_that_ends_before_the_last_one_starts_is_a_chain_in_one_wave() {
        List<TaskTimes> tasks = List.of(Job.map(0, 0, 5), Job.map(1, 1, 9), Job.map(2, 6, 12));
        assertThat(Waves.of(tasks)).containsExactly(new Waves("map", 3, 2, 2, 2));
    }

    @Test
    void a_wave_starts_from_its_first_start_to_that_of_its_last_slot() {
        List<TaskTimes> tasks = List.of(
                Job.map("9_0", "node1", "FAILED", 0, 1, null),
                Job.map(0, 5, 30),
                Job.map(1, 6, 8),
                Job.map(2, 8, 30),
                Job.map(3, 30, 40));
        assertThat(Waves.ramp(tasks, 3)).isEqualTo(0.003);
        assertThat(Waves.ramp(tasks, 4)).isEqualTo(0.025);
        assertThat(Waves.ramp(tasks, 100)).isEqualTo(0.025);
        assertThat(Waves.ramp(tasks.subList(0, 2), 3)).isZero();
        assertThat(Waves.ramp(tasks.subList(0, 1), 3)).isNull();
        assertThat(Waves.ramp(List.of(new TaskTimes("a", "map", null, "SUCCEEDED", null, null, null, null)), 3))
                .isNull();
    }

    @Test
    void what_failed_takes_a_slot_and_is_no_link_of_a_chain() {
        List<TaskTimes> tasks = List.of(
                Job.map("0_0", "node1", "FAILED", 0, 5, null),
                Job.map("0_1", "node1", "SUCCEEDED", 5, 9, null),
                Job.map(1, 0, 9));
        assertThat(Waves.of(tasks)).containsExactly(new Waves("map", 2, 2, 1, 1));
    }

    @Test
    void of_nothing_there_are_no_waves_and_of_failures_no_number() {
        assertThat(Waves.of(List.of())).isEmpty();
        assertThat(Waves.of(List.of(Job.map("0_0", "node1", "KILLED", 0, 5, null))))
                .containsExactly(new Waves("map", 0, 1, null, null));
        assertThat(Waves.of(List.of(new TaskTimes("a", "map", null, "SUCCEEDED", null, null, null, null))))
                .containsExactly(new Waves("map", 1, 0, null, null));
    }

    @Test
    void attempts_of_no_length_follow_one_another() {
        assertThat(Waves.of(List.of(Job.map(0, 5, 5), Job.map(1, 5, 5), Job.map(2, 3, 5))))
                .containsExactly(new Waves("map", 3, 1, 3, 3));
    }

    @Test
    void attempts_without_times_are_not_counted() {
        TaskTimes unknown = new TaskTimes("a", "map", null, "KILLED", null, Job.at(3), null, null);
        assertThat(Waves.mostAtOnce(List.of(unknown, Job.map(0, 0, 5)))).isEqualTo(1);
        assertThat(Waves.mostAtOnce(List.of())).isZero();
    }

    @RepeatedTest(300)
    void no_other_chain_is_longer_and_no_other_instant_has_more(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Attempts.AttemptSpan> spans = new ArrayList<>();
        int count = random.nextInt(11);
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(12);
            spans.add(new Attempts.AttemptSpan(from, from + random.nextInt(6)));
        }
        int longest = 0;
        for (int chosen = 0; chosen < 1 << count; chosen++) {
            longest = Math.max(longest, isChain(spans, chosen) ? Integer.bitCount(chosen) : 0);
        }
        assertThat(Waves.longestChain(spans)).as(spans.toString()).isEqualTo(longest);
        long most = 0;
        for (int at = 0; at < 20; at++) {
            int millis = at;
            most = Math.max(
                    most,
                    spans.stream()
                            .filter(span -> span.from() <= millis && millis < span.to())
                            .count());
        }
        assertThat(Waves.peak(spans)).isEqualTo((int) most);
    }

    /** Checks whether, of any two chosen spans, one starts when or after the other ends. */
    private static boolean isChain(List<Attempts.AttemptSpan> spans, int chosen) {
        for (int i = 0; i < spans.size(); i++) {
            for (int j = 0; j < i; j++) {
                boolean both = (chosen >> i & 1) == 1 && (chosen >> j & 1) == 1;
                Attempts.AttemptSpan one = spans.get(i);
                Attempts.AttemptSpan other = spans.get(j);
                boolean follow = one.from() >= other.to() || other.from() >= one.to();
                if (both && !follow) {
                    return false;
                }
            }
        }
        return true;
    }
}
