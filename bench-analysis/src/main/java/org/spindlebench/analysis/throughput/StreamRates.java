package org.spindlebench.analysis.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Throughput.PerStream;
import org.spindlebench.analysis.record.Throughput.Slowest;
import org.spindlebench.analysis.record.Throughput.SlowestHost;
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
                new Slowest(rate(slowest), slowest.attempt(), hosts.get(slowest.attempt())),
                slowestHost(traces, hosts)));
    }

    private static SlowestHost slowestHost(List<StreamTrace> traces, Map<String, String> hosts) {
        Map<String, List<StreamTrace>> byHost = traces.stream()
                .filter(trace -> hosts.containsKey(trace.attempt()))
                .collect(Collectors.groupingBy(trace -> hosts.get(trace.attempt()), TreeMap::new, Collectors.toList()));
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
