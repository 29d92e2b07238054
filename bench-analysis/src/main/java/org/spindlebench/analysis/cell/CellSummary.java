package org.spindlebench.analysis.cell;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Sample;

/**
 * The runs of one job on one setup with one choice of settings.
 *
 * @param subject job, setup and settings
 * @param counts how the runs ended
 * @param runs the valid runs, in the order of the records
 * @param sizes mean sizes of the valid runs
 * @param relative those sizes over TeraSort's
 * @param devices what nodes and devices did during the valid runs; null where nobody watched
 * @param tasks what tasks did in the valid runs; null where no record has task attempts
 * @param cache what was done to the caches before the valid runs
 * @param cacheProofs what the proofs found of those that were cooled
 * @param conditions what the valid runs had in common, or not, without being told apart by it
 * @param excluded every run that is not in the figures
 * @param warnings the warnings of all its runs, each once, in the order of their first appearance
 */
public record CellSummary(
        Subject subject,
        RunCounts counts,
        List<MeasuredRun> runs,
        MeanSizes sizes,
        Relative relative,
        DeviceMeans devices,
        TaskMeans tasks,
        CacheState cache,
        CacheProofs cacheProofs,
        Conditions conditions,
        List<ExcludedRun> excluded,
        List<WarningCount> warnings) {
    public CellSummary {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(conditions, "conditions");
        runs = MeasuredRuns.of(runs);
        excluded = List.copyOf(excluded);
        warnings = List.copyOf(warnings);
    }

    /** The durations of the valid runs, seconds by YARN's clock; null if there is no valid run. */
    public Cell elapsed() {
        return isMeasured() ? MeasuredRuns.of(runs).durations() : null;
    }

    /**
     * What statistics count: visits where every run belongs to one, as runs within a visit are dependent; otherwise runs. Durations in seconds;
     * null if there is no valid run.
     */
    public Sample sample() {
        return isMeasured() ? MeasuredRuns.of(runs).sample() : null;
    }

    /** The observations of {@link #sample}; null if there is no valid run. */
    public Cell observations() {
        return isMeasured() ? sample().observations() : null;
    }

    /** What the valid runs are said to have cost; null unless every one of them says so. */
    public Cell cost() {
        boolean known = isMeasured() && runs.stream().allMatch(run -> run.cost() != null);
        return known ? Cell.of(runs.stream().map(MeasuredRun::cost).toList()) : null;
    }

    /**
     * All that makes this cell comparable with another: its settings, and the state of its caches where that is not one of them. Not to be changed.
     */
    public SortedMap<String, String> comparable() {
        boolean complete = cache == CacheState.UNKNOWN || subject.settings().containsKey("cache");
        if (complete && subject.settings() instanceof SortedMap<String, String> sorted) {
            return sorted;
        }
        SortedMap<String, String> comparable = new TreeMap<>(subject.settings());
        if (cache != CacheState.UNKNOWN) {
            comparable.putIfAbsent("cache", cache.word());
        }
        return comparable;
    }

    /** Whether there is a valid run. */
    public boolean isMeasured() {
        return !runs.isEmpty();
    }

    /**
     * Bytes per second and node: the bytes asked for per node over the mean duration.
     *
     * @return null where either is unknown
     */
    public Double throughputPerNode() {
        return !isMeasured() || sizes.bytesPerNode() == null
                ? null
                : sizes.bytesPerNode() / elapsed().mean();
    }

    /** The same cell under another setup's name and with other settings. */
    public CellSummary as(Subject other) {
        return new CellSummary(
                other,
                counts,
                runs,
                sizes,
                relative,
                devices,
                tasks,
                cache,
                cacheProofs,
                conditions,
                excluded,
                warnings);
    }

    /** The same cell with its sizes over TeraSort's. */
    public CellSummary relativeTo(MeanSizes terasort) {
        Relative ratios = Relative.of(sizes, terasort);
        return new CellSummary(
                subject,
                counts,
                runs,
                sizes,
                ratios,
                devices,
                tasks,
                cache,
                cacheProofs,
                conditions,
                excluded,
                warnings);
    }
}
