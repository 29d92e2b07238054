package org.spindlebench.analysis.compare;

import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A setting in which two cells differ.
 *
 * @param baseline its value in the baseline; null where it is unknown
 * @param contender its value in the contender; null where it is unknown
 */
public record Difference(String baseline, String contender) {
    /** The settings in which two cells differ, by name. One that only one of them states differs. */
    static SortedMap<String, Difference> between(Map<String, String> baseline, Map<String, String> contender) {
        SortedMap<String, Difference> differences = new TreeMap<>();
        Stream.concat(baseline.keySet().stream(), contender.keySet().stream())
                .filter(key -> !Objects.equals(baseline.get(key), contender.get(key)))
                .forEach(key -> differences.put(key, new Difference(baseline.get(key), contender.get(key))));
        return differences;
    }

    /** Such as {@code compression (none; snappy), cache (unknown; cold)}. */
    public static String describe(Map<String, Difference> differences) {
        return differences.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return shown(baseline) + "; " + shown(contender);
    }

    private static String shown(String value) {
        return value == null ? "unknown" : value;
    }
}
