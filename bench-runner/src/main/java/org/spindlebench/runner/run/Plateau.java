package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Waves;

/**
 * What the history of tasks that held their containers says: how many ran at once, and how long nothing was added to them
 * before the first of them ended. A peak that ended while it still grew is not what the queue grants.
 *
 * @param peak most tasks at one instant
 * @param settled from the last start before the first end to that end
 */
record Plateau(int peak, Duration settled) {
    static Plateau of(List<TaskTimes> tasks, String kind) {
        List<TaskTimes> held = tasks.stream()
                .filter(task -> task.kind().equals(kind) && task.state().equals("SUCCEEDED"))
                .filter(task -> task.started() != null && task.finished() != null)
                .toList();
        Optional<Instant> firstEnd = held.stream().map(TaskTimes::finished).min(Comparator.naturalOrder());
        Optional<Instant> lastStart = held.stream()
                .map(TaskTimes::started)
                .filter(start -> firstEnd.isPresent() && start.isBefore(firstEnd.get()))
                .max(Comparator.naturalOrder());
        return new Plateau(
                Waves.mostAtOnce(held),
                lastStart.map(start -> Duration.between(start, firstEnd.get())).orElse(Duration.ZERO));
    }
}
