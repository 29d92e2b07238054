package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Divides settings into settings that several things share, and the others. */
final class SharedSettings {
    private SharedSettings() {}

    /** Returns the settings that all of these maps share. Callers must not change the result, which may be one of the maps. */
    static SortedMap<String, String> of(Collection<SortedMap<String, String>> all) {
        List<SortedMap<String, String>> distinct = all.stream().distinct().toList();
        if (distinct.size() == 1) {
            return distinct.get(0);
        }
        SortedMap<String, String> shared = new TreeMap<>(distinct.isEmpty() ? Map.of() : distinct.get(0));
        distinct.forEach(
                one -> shared.entrySet().removeIf(entry -> !Objects.equals(entry.getValue(), one.get(entry.getKey()))));
        return shared;
    }

    /** Returns the settings whose names are not among the shared settings. */
    static SortedMap<String, String> without(Map<String, String> settings, Map<String, String> shared) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(shared.keySet());
        return rest;
    }
}
