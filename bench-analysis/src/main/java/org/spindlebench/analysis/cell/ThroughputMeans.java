package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The throughput of a cell's valid runs, in bytes per second: Table 4 and Figure 3 of SanDisk's paper on TestDFSIO.
 *
 * @param samples the observations of each number that every valid run states, grouped by visits as durations are
 */
public record ThroughputMeans(Map<ThroughputKind, VisitedSample> samples) {
    /** The meanings of a job's throughput. None replaces another. */
    public enum ThroughputKind {
        /**
         * The mean rate while at least half of the streams ran, without the rise and the tail; HiBench's DFSIOE calls
         * it the average aggregate throughput.
         */
        DFSIOE_AVERAGE("DFSIOE average"),
        /** Bytes / the time from the first start of a stream to the last end of one. */
        OVER_STREAMS("over streams"),
        /** Bytes / the job's duration. */
        OVER_EXECUTION("over execution");

        private final String word;

        ThroughputKind(String word) {
            this.word = word;
        }

        private Double of(Throughput run) {
            return switch (this) {
                case DFSIOE_AVERAGE ->
                    run.steady() == null ? null : run.steady().mean();
                case OVER_STREAMS -> run.overStreams();
                case OVER_EXECUTION -> run.overExecution();
            };
        }

        /** Returns the number's name in documents. */
        public String word() {
            return word;
        }
    }

    public ThroughputMeans {
        samples = Collections.unmodifiableMap(new EnumMap<>(samples));
    }

    /** Collects the runs of a cell. */
    static final class Builder {
        private final List<String> visits = new ArrayList<>();
        private final List<Throughput> runs = new ArrayList<>();

        /** Adds a valid run; the visit is null for a run without one, the throughput null for a run without streams. */
        void add(String visit, Throughput run) {
            visits.add(visit);
            runs.add(run);
        }

        /**
         * Returns null if no number is in every run: a mean over some runs would be of other runs than the mean
         * duration.
         */
        ThroughputMeans build() {
            Map<ThroughputKind, VisitedSample> samples = new EnumMap<>(ThroughputKind.class);
            if (runs.isEmpty() || runs.contains(null)) {
                return null;
            }
            for (ThroughputKind figure : ThroughputKind.values()) {
                List<Double> rates = new ArrayList<>();
                runs.forEach(run -> rates.add(figure.of(run)));
                if (rates.stream().allMatch(rate -> rate != null && rate > 0 && rate < Sample.LARGEST)) {
                    samples.put(figure, VisitedSample.of(visits, rates));
                }
            }
            return samples.isEmpty() ? null : new ThroughputMeans(samples);
        }
    }
}
