package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.task.Phases.PhaseDurations;
import org.spindlebench.analysis.task.TaskStatistics.Waves;

final class TasksOverTime implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Instant at = Instant.parse("2026-03-01T10:00:00Z");
        String ok = "SUCCEEDED";
        List<TaskTimes> tasks = List.of( // of a record: run.tasks()
                new TaskTimes("m_0", "map", "worker-1", ok, at, at.plusSeconds(20), null, null),
                new TaskTimes("m_1", "map", "worker-2", ok, at, at.plusSeconds(30), null, null),
                new TaskTimes("m_2", "map", "worker-1", ok, at.plusSeconds(20), at.plusSeconds(42), null, null),
                new TaskTimes(
                        "r_0",
                        "reduce",
                        "worker-2",
                        ok,
                        at.plusSeconds(30),
                        at.plusSeconds(75),
                        at.plusSeconds(45),
                        at.plusSeconds(50)));
        for (PhaseDurations phase : PhaseDurations.of(tasks)) {
            out.printf(
                    Locale.ROOT,
                    "%s: n %d, median %.1f s, longest %.1f s%n",
                    phase.phase().word(),
                    phase.count(),
                    phase.median(),
                    phase.max());
        }
        ConcurrencySeries series = ConcurrencySeries.of(tasks).orElseThrow();
        series.steps()
                .forEach(step -> out.printf(
                        Locale.ROOT,
                        "from %.0f s: %.0f map, %.0f shuffle, %.0f merge, %.0f reduce%n",
                        step.at(),
                        step.map(),
                        step.shuffle(),
                        step.merge(),
                        step.reduce()));
        Waves maps = Waves.of(tasks).get(0);
        out.println("waves of maps: " + maps.byPeak() + " by peak, " + maps.longestChain() + " in the longest chain");
        // end
    }
}
