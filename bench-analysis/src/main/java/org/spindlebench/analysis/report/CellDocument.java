package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cell.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.ExcludedRun;
import org.spindlebench.analysis.cell.MeanSizes;
import org.spindlebench.analysis.cell.Relative;
import org.spindlebench.analysis.cell.WarningCount;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.stats.Cell;

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
        DevicesDocument devices,
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
        Cell elapsed = cell.elapsed();
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
                DevicesDocument.of(cell.devices()),
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

    /** What nodes and devices did, over the runs of which that is known; bytes and shares. */
    @JsonNaming(SnakeCaseStrategy.class)
    record DevicesDocument(int runs, Double cpuBusy, IoDocument hdfs, IoDocument shuffle, String reason) {
        static DevicesDocument of(DeviceMeans means) {
            return means == null
                    ? null
                    : new DevicesDocument(
                            means.runs(),
                            means.cpuBusy(),
                            IoDocument.of(means.hdfs()),
                            IoDocument.of(means.shuffle()),
                            means.reason());
        }
    }

    /** I/O of one role. */
    @JsonNaming(SnakeCaseStrategy.class)
    record IoDocument(int runs, Double bytesPerRead, Double bytesPerWrite, Double busy) {
        static IoDocument of(DeviceMeans.Io io) {
            return io == null ? null : new IoDocument(io.runs(), io.bytesPerRead(), io.bytesPerWrite(), io.busy());
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
}
