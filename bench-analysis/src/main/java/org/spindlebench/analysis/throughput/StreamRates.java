package org.spindlebench.analysis.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.record.Throughput.PerStream;
import org.spindlebench.analysis.record.Throughput.Slowest;
import org.spindlebench.analysis.stats.Population;

/** The distribution of the streams' own rates: bytes of a stream over its time. */
public final class StreamRates {
    private StreamRates() {}

    /**
     * The distribution; empty when there is no stream, or one took less than a millisecond and so has no rate.
     *
     * @param hosts the host of each task attempt, as far as it is known
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
                new Slowest(rate(slowest), slowest.attempt(), hosts.get(slowest.attempt()))));
    }

    private static double rate(StreamTrace trace) {
        return trace.bytes() / trace.seconds();
    }
}
