package org.spindlebench.analysis.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Throughput.PerStream;
import org.spindlebench.analysis.record.Throughput.Slowest;
import org.spindlebench.analysis.record.Throughput.SlowestHost;
import org.spindlebench.analysis.stats.Population;

/**
 * The progress of one stream, by the clock of its node.
 *
 * @param points the stream's states from its start with 0 bytes to its end; neither time nor bytes decrease
 */
public record StreamTrace(String attempt, List<TracePoint> points) {
    private static final double MILLIS = 1000.0;

    /**
     * The state of a stream at one instant.
     *
     * @param millis milliseconds since 1970
     * @param bytes bytes moved so far
     */
    public record TracePoint(long millis, long bytes) {}

    public StreamTrace {
        Objects.requireNonNull(attempt, "attempt");
        points = List.copyOf(points);
        if (points.size() < 2 || points.get(0).bytes() != 0) {
            throw new IllegalArgumentException(attempt + ": a stream needs a start with 0 bytes and an end");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).millis() < points.get(i - 1).millis()
                    || points.get(i).bytes() < points.get(i - 1).bytes()) {
                throw new IllegalArgumentException(attempt + ": goes back at point " + i);
            }
        }
    }

    /** Returns the start, in milliseconds since 1970. */
    public long start() {
        return points.get(0).millis();
    }

    /** Returns the end, in milliseconds since 1970. */
    public long end() {
        return last().millis();
    }

    /** Returns the number of bytes that the stream moved. */
    public long bytes() {
        return last().bytes();
    }

    /** Returns the seconds from start to end. */
    public double seconds() {
        return (end() - start()) / MILLIS;
    }

    private TracePoint last() {
        return points.get(points.size() - 1);
    }

    /** Computes the distribution of the streams' own rates. A stream's rate is its bytes / its time. */
    public static final class StreamRates {
        private StreamRates() {}

        /**
         * Returns the distribution. Empty if there is no stream, or if a stream took less than a millisecond and so has
         * no rate.
         *
         * @param hosts the host of each task attempt; attempts on unknown hosts are omitted
         */
        public static Optional<PerStream> of(List<StreamTrace> traces, Map<String, String> hosts) {
            if (traces.isEmpty() || traces.stream().anyMatch(trace -> trace.seconds() == 0)) {
                return Optional.empty();
            }
            Population rates =
                    Population.of(traces.stream().mapToDouble(StreamRates::rate).toArray());
            StreamTrace slowest = traces.stream()
                    .min(Comparator.comparingDouble(StreamRates::rate).thenComparing(StreamTrace::attempt))
                    .orElseThrow();
            return Optional.of(new PerStream(
                    rates.mean(),
                    rates.sd(),
                    rates.percentile(5),
                    rates.percentile(50),
                    rates.percentile(95),
                    new Slowest(rate(slowest), slowest.attempt(), hosts.get(slowest.attempt())),
                    slowestHost(traces, hosts)));
        }

        private static SlowestHost slowestHost(List<StreamTrace> traces, Map<String, String> hosts) {
            Map<String, List<StreamTrace>> byHost = traces.stream()
                    .filter(trace -> hosts.containsKey(trace.attempt()))
                    .collect(Collectors.groupingBy(
                            trace -> hosts.get(trace.attempt()), TreeMap::new, Collectors.toList()));
            return byHost.entrySet().stream()
                    .map(of -> new SlowestHost(
                            of.getKey(), meanRate(of.getValue()), of.getValue().size()))
                    .min(Comparator.comparing(SlowestHost::rate))
                    .orElse(null);
        }

        private static double meanRate(List<StreamTrace> traces) {
            return traces.stream().mapToDouble(StreamRates::rate).average().orElseThrow();
        }

        private static double rate(StreamTrace trace) {
            return trace.bytes() / trace.seconds();
        }
    }
}
