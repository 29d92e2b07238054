package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How pictures name the settings of what they show: those that differ between its parts beside the part, the rest once. */
final class Settings {
    private static final String COMPRESSION = "compression";

    private final SortedMap<String, String> everywhere;

    private Settings(SortedMap<String, String> everywhere) {
        this.everywhere = everywhere;
    }

    /** Of all that a picture shows. */
    static Settings of(Collection<? extends Map<String, String>> all) {
        SortedMap<String, String> everywhere = null;
        for (Map<String, String> one : all) {
            if (everywhere == null) {
                everywhere = new TreeMap<>(one);
            } else {
                everywhere.entrySet().removeIf(entry -> !entry.getValue().equals(one.get(entry.getKey())));
            }
        }
        return new Settings(everywhere == null ? new TreeMap<>() : everywhere);
    }

    /** What all have in common, as a sentence for a note; empty where that is nothing. */
    String shared() {
        return everywhere.isEmpty() ? "" : "All with " + text(everywhere) + ".";
    }

    /** What tells one part from the others, such as {@code compression=none}; empty where there is nothing. */
    String distinct(Map<String, String> settings) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(everywhere.keySet());
        return text(rest);
    }

    /** The value by which the page filters; null where it is not known. */
    static String compression(Map<String, String> settings) {
        return settings.get(COMPRESSION);
    }

    /** Such as {@code cache=cold, compression=none}. */
    static String text(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
