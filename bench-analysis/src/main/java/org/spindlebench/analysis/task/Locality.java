package org.spindlebench.analysis.task;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Where maps ran, by the job's counters: how many containers were given to maps on a host of their data, in its rack, or elsewhere.
 * Maps without data and maps that are tried again count as elsewhere.
 *
 * @param dataLocal DATA_LOCAL_MAPS
 * @param rackLocal RACK_LOCAL_MAPS
 * @param other OTHER_LOCAL_MAPS
 */
public record Locality(long dataLocal, long rackLocal, long other) {
    /** Empty where the job has none of the three counters. MapReduce has a counter from its first increment on: another is 0. */
    public static Optional<Locality> of(RunRecord run) {
        Map<String, Long> counters = run.counters().getOrDefault(Endings.JOB_COUNTERS, Map.of());
        Locality found = new Locality(
                counters.getOrDefault("DATA_LOCAL_MAPS", 0L),
                counters.getOrDefault("RACK_LOCAL_MAPS", 0L),
                counters.getOrDefault("OTHER_LOCAL_MAPS", 0L));
        boolean counted = Stream.of("DATA_LOCAL_MAPS", "RACK_LOCAL_MAPS", "OTHER_LOCAL_MAPS")
                .anyMatch(counters::containsKey);
        return counted ? Optional.of(found) : Optional.empty();
    }
}
