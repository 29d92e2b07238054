package org.spindlebench.analysis.task;

import java.util.List;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Endings.Preemption;
import org.spindlebench.analysis.task.Phases.PhaseFigures;

/**
 * All that the attempts of a run say. It can be written as a JSON document, and is made of the record whenever it is needed.
 *
 * @param phases of attempts that succeeded; empty where there is none
 * @param concurrency how many ran at once; null where no start and end is known
 * @param waves of maps and of reduces; empty where there is no attempt
 * @param stragglers attempts and hosts that were slow
 * @param locality where maps ran; null where nobody counted
 * @param endings of maps and of reduces; empty where there is neither an attempt nor a counter
 * @param preemption whether containers were taken away
 */
public record TaskFigures(
        List<PhaseFigures> phases,
        ConcurrencySeries concurrency,
        List<Waves> waves,
        Stragglers stragglers,
        Locality locality,
        List<Endings> endings,
        Preemption preemption) {
    public TaskFigures {
        phases = phases == null ? List.of() : List.copyOf(phases);
        waves = waves == null ? List.of() : List.copyOf(waves);
        endings = endings == null ? List.of() : List.copyOf(endings);
    }

    /** Of a run. */
    public static TaskFigures of(RunRecord run) {
        return new TaskFigures(
                PhaseFigures.of(run.tasks()),
                ConcurrencySeries.of(run.tasks()).orElse(null),
                Waves.of(run.tasks()),
                Stragglers.of(run.tasks()),
                Locality.of(run).orElse(null),
                Endings.of(run),
                Preemption.of(run));
    }
}
