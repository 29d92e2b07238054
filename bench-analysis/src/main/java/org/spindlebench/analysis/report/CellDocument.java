package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.MeanSizes;
import org.spindlebench.analysis.cell.CellSummary.Relative;
import org.spindlebench.analysis.cell.CellSummary.WarningCount;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Stragglers.Straggler;

/**
 * A cell in a document; {@code mean} to {@code values} are durations in seconds. Its shape is what other programs rely on, so it
 * stands apart from the cell's own type.
 *
 * @param id what warnings of the same document call it; null in the summary
 */
@JsonNaming(SnakeCaseStrategy.class)
record CellDocument(
        String id,
        String job,
        String setup,
        Map<String, String> settings,
        int n,
        Double mean,
        Double sd,
        Double cv,
        Double median,
        Double min,
        Double max,
        List<Double> values,
        String metric,
        String unit,
        int invalid,
        int failed,
        int interrupted,
        int untimed,
        Double statedCost,
        Double throughputPerNode,
        SizesDocument sizes,
        RelativeDocument relativeToTerasort,
        DeviceMeans devices,
        String cache,
        CacheProofsDocument cacheProofs,
        List<ExcludedDocument> excluded,
        List<WarningDocument> warnings) {
    static CellDocument of(CellSummary cell) {
        return of(null, cell.subject().settings(), cell);
    }

    /** With the state of its caches among its settings, whether or not the records have it there. */
    static CellDocument of(String id, CellSummary cell) {
        return of(id, cell.comparable(), cell);
    }

    private static CellDocument of(String id, Map<String, String> settings, CellSummary cell) {
        Sample elapsed = cell.elapsed();
        boolean measured = elapsed != null;
        return new CellDocument(
                id,
                cell.subject().job(),
                cell.subject().setup(),
                settings,
                cell.counts().ok(),
                measured ? elapsed.mean() : null,
                measured ? Absent.orNull(elapsed.sd()) : null,
                measured ? Absent.orNull(elapsed.cv()) : null,
                measured ? elapsed.median() : null,
                measured ? elapsed.min() : null,
                measured ? elapsed.max() : null,
                measured ? elapsed.values() : List.of(),
                "duration",
                "s",
                cell.counts().invalid(),
                cell.counts().failed(),
                cell.counts().interrupted(),
                cell.counts().untimed(),
                cell.cost() == null ? null : cell.cost().mean(),
                cell.throughputPerNode(),
                SizesDocument.of(cell.sizes()),
                RelativeDocument.of(cell.relative()),
                cell.devices(),
                cell.cache().word(),
                CacheProofsDocument.of(cell.cacheProofs()),
                cell.excluded().stream().map(ExcludedDocument::of).toList(),
                cell.warnings().stream().map(WarningDocument::of).toList());
    }

    /** Means in bytes, CPU in seconds. */
    @JsonNaming(SnakeCaseStrategy.class)
    record SizesDocument(
            Double bytesPerNode,
            Double input,
            Double shuffle,
            Double outputReplicated,
            Double taskCpu,
            Double meanShuffleSegment,
            Double reduceSkew) {
        static SizesDocument of(MeanSizes sizes) {
            return new SizesDocument(
                    sizes.bytesPerNode(),
                    sizes.input(),
                    sizes.shuffle(),
                    sizes.outputReplicated(),
                    sizes.taskCpu(),
                    sizes.meanShuffleSegment(),
                    sizes.reduceSkew());
        }
    }

    /** Ratios. */
    @JsonNaming(SnakeCaseStrategy.class)
    record RelativeDocument(Double input, Double shuffle, Double outputReplicated, Double taskCpu) {
        static RelativeDocument of(Relative relative) {
            return new RelativeDocument(
                    relative.input(), relative.shuffle(), relative.outputReplicated(), relative.taskCpu());
        }
    }

    /** What the proofs found of the cooled runs with an input; null where there is none. */
    record CacheProofsDocument(int cold, int partly, int unproved) {
        static CacheProofsDocument of(CacheProofs proofs) {
            return proofs.runs() == 0
                    ? null
                    : new CacheProofsDocument(proofs.cold(), proofs.partly(), proofs.unproved());
        }
    }

    /** A run that is not in the figures. */
    record ExcludedDocument(
            String campaign, String run, Status status, List<String> reasons, String cache, boolean repeated) {
        static ExcludedDocument of(ExcludedRun run) {
            return new ExcludedDocument(
                    run.campaign(),
                    run.run(),
                    run.status(),
                    run.reasons(),
                    run.cache().word(),
                    run.repeated());
        }
    }

    /** A warning and the number of runs that carry it. */
    record WarningDocument(String code, String message, int runs) {
        static WarningDocument of(WarningCount warning) {
            return new WarningDocument(
                    warning.warning().code(), warning.warning().message(), warning.runs());
        }
    }

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
}
