package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Cell;

/**
 * The runs of one job on one setup with one choice of settings.
 *
 * @param subject job, setup and settings
 * @param counts how the runs ended
 * @param elapsed the durations of the valid runs, seconds by YARN's clock; null if there is no valid run
 * @param sizes mean sizes of the valid runs
 * @param relative those sizes over TeraSort's
 * @param cache the caches of the valid runs
 * @param excluded every run that is not in the figures
 * @param warnings the warnings of all its runs, each once, in the order of their first appearance
 */
public record CellSummary(
        Subject subject,
        RunCounts counts,
        Cell elapsed,
        MeanSizes sizes,
        Relative relative,
        CacheState cache,
        List<ExcludedRun> excluded,
        List<WarningCount> warnings) {
    public CellSummary {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(counts, "counts");
        excluded = List.copyOf(excluded);
        warnings = List.copyOf(warnings);
    }

    /**
     * Bytes per second and node: the bytes asked for per node over the mean duration.
     *
     * @return null where either is unknown
     */
    public Double throughputPerNode() {
        return elapsed == null || sizes.bytesPerNode() == null ? null : sizes.bytesPerNode() / elapsed.mean();
    }

    CellSummary relativeTo(MeanSizes terasort) {
        Relative ratios = Relative.of(sizes, terasort);
        return new CellSummary(subject, counts, elapsed, sizes, ratios, cache, excluded, warnings);
    }
}
