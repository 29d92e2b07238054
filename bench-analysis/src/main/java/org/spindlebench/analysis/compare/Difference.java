package org.spindlebench.analysis.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.document.HumanText;

/**
 * A setting in which two cells differ.
 *
 * @param baseline the baseline's value; null if unknown
 * @param contender the contender's value; null if unknown
 */
public record Difference(String baseline, String contender) {
    /** The greatest number of cells of one job and setup that are examined to name their differences. */
    private static final int MOST_EXAMPLES = 20;

    /** Returns the settings in which two cells differ, by name; includes settings that only one of the cells states. */
    static SortedMap<String, Difference> between(Map<String, String> baseline, Map<String, String> contender) {
        SortedMap<String, Difference> differences = new TreeMap<>();
        baseline.forEach((key, value) -> {
            String other = contender.get(key);
            if (!Objects.equals(value, other)) {
                differences.put(key, new Difference(value, other));
            }
        });
        contender.forEach((key, value) -> {
            if (value != null && baseline.get(key) == null) {
                differences.put(key, new Difference(null, value));
            }
        });
        return differences;
    }

    /**
     * Returns the smallest set of settings in which a cell of one side and a cell of the other differ, among the first
     * {@value #MOST_EXAMPLES} cells.
     */
    public static SortedMap<String, Difference> least(List<CellSummary> baselines, List<CellSummary> contenders) {
        return baselines.stream()
                .limit(MOST_EXAMPLES)
                .flatMap(baseline -> contenders.stream()
                        .limit(MOST_EXAMPLES)
                        .map(contender -> between(baseline.comparable(), contender.comparable())))
                .min(Comparator.comparingInt(Map::size))
                .orElseThrow();
    }

    /** Describes differences, such as {@code compression (none; snappy), cache (unknown; cold)}. */
    public static String describe(Map<String, Difference> differences) {
        return differences.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue().text(entry.getKey()) + ")")
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return shown(baseline) + "; " + shown(contender);
    }

    /** Writes both values of this setting for people, such as {@code 33 GB; 64 MB}. */
    public String text(String setting) {
        return shown(HumanText.value(setting, baseline)) + "; " + shown(HumanText.value(setting, contender));
    }

    private static String shown(String value) {
        return value == null ? "unknown" : value;
    }
}
