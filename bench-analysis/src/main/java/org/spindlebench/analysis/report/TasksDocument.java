package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.task.Phase;
import org.spindlebench.analysis.task.Stragglers.Straggler;

/**
 * What tasks did in the runs of a cell, in {@code report.json}.
 *
 * @param cell the id of the cell
 * @param runs those whose records have task attempts
 * @param nodeLocal share of the containers given to maps on a host of their data
 * @param rackLocal the same, elsewhere in its rack
 * @param failed attempts, sum over the runs
 * @param killed the same
 * @param stragglers the same
 */
@JsonNaming(SnakeCaseStrategy.class)
record TasksDocument(
        String cell,
        String job,
        String setup,
        Map<String, String> settings,
        int runs,
        KindDocument maps,
        KindDocument reduces,
        SecondsDocument seconds,
        Double nodeLocal,
        Double rackLocal,
        Long failed,
        Long killed,
        Long stragglers,
        WorstDocument worst) {
    /** Means over the runs. */
    @JsonNaming(SnakeCaseStrategy.class)
    record KindDocument(Double tasks, Double wavesByPeak, Double longestChain) {
        static KindDocument of(TaskMeans.Tasks tasks) {
            return new KindDocument(tasks.count(), tasks.byPeak(), tasks.longestChain());
        }
    }

    /** Mean seconds of a phase. */
    record SecondsDocument(Double map, Double shuffle, Double merge, Double reduce) {
        static SecondsDocument of(TaskMeans.Seconds seconds) {
            return new SecondsDocument(seconds.map(), seconds.shuffle(), seconds.merge(), seconds.reduce());
        }
    }

    /** The straggler that took the most times the median of its kind. */
    @JsonNaming(SnakeCaseStrategy.class)
    record WorstDocument(
            String campaign,
            String run,
            String attempt,
            String kind,
            String host,
            double seconds,
            Double timesMedian,
            Phase phase) {
        static WorstDocument of(TaskMeans.Worst worst) {
            if (worst == null) {
                return null;
            }
            Straggler slow = worst.attempt();
            return new WorstDocument(
                    worst.campaign(),
                    worst.run(),
                    slow.attempt(),
                    slow.kind(),
                    slow.host(),
                    slow.seconds(),
                    slow.timesMedian(),
                    slow.phase());
        }
    }

    static TasksDocument of(String id, CellSummary cell) {
        TaskMeans means = cell.tasks();
        TaskMeans.Places places = means.locality();
        TaskMeans.Ends ends = means.ends();
        return new TasksDocument(
                id,
                cell.subject().job(),
                cell.subject().setup(),
                cell.comparable(),
                means.runs(),
                KindDocument.of(means.maps()),
                KindDocument.of(means.reduces()),
                SecondsDocument.of(means.seconds()),
                places == null ? null : (Double) places.node(),
                places == null ? null : (Double) places.rack(),
                ends == null ? null : (Long) ends.failed(),
                ends == null ? null : (Long) ends.killed(),
                means.stragglers(),
                WorstDocument.of(means.worst()));
    }
}
