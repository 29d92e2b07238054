package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * How HDFS rebuilt the blocks of a stopped DataNode during a cell's valid runs.
 *
 * @param recovery seconds from the DataNode's death to the last rebuilt block, by visits as for durations
 * @param detection the mean seconds until the NameNode counted the DataNode dead; null if unknown
 * @param blocks the mean of the largest number of blocks that lacked replicas; null if unknown
 * @param overlap the mean share of the jobs' durations during which blocks were rebuilt; null if unknown
 */
public record RebuildMeans(VisitedSample recovery, Double detection, Double blocks, Double overlap) {
    /** The shortest recovery that differs from none: records have milliseconds. */
    private static final double LEAST = 0.001;

    /** Collects the runs of a cell. */
    static final class Builder {
        private final List<String> visits = new ArrayList<>();
        private final List<Rebuild> runs = new ArrayList<>();

        /** Adds a valid run; the visit is null for a run without one, the rebuild null for a sound run. */
        void add(String visit, Rebuild run) {
            if (run != null) {
                visits.add(visit);
                runs.add(run);
            }
        }

        /** Returns null for sound runs, or if a run does not state its recovery. */
        RebuildMeans build() {
            if (runs.isEmpty() || runs.stream().anyMatch(run -> run.recovery() == null)) {
                return null;
            }
            return new RebuildMeans(
                    VisitedSample.of(
                            visits,
                            runs.stream()
                                    .map(run -> Math.max(LEAST, run.recovery()))
                                    .toList()),
                    mean(runs.stream().map(Rebuild::detection).toList()),
                    mean(runs.stream().map(Rebuild::lackingMost).toList()),
                    mean(runs.stream().map(Rebuild::overlap).toList()));
        }

        private static Double mean(List<? extends Number> values) {
            OptionalDouble mean = values.stream()
                    .filter(Objects::nonNull)
                    .mapToDouble(Number::doubleValue)
                    .average();
            return mean.isPresent() ? (Double) mean.getAsDouble() : null;
        }
    }
}
