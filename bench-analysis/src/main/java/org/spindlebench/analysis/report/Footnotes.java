package org.spindlebench.analysis.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Warning;

/** Numbers the doubts in the order of their first mention, each once. */
final class Footnotes {
    private final Map<Warning, Integer> numbers = new LinkedHashMap<>();

    /** The doubt's number. */
    int mark(Warning warning) {
        return numbers.computeIfAbsent(warning, key -> numbers.size() + 1);
    }

    /** Several doubts' numbers, such as {@code 1, 3}. */
    String marks(Collection<Warning> warnings) {
        return warnings.stream().map(warning -> Integer.toString(mark(warning))).collect(Collectors.joining(", "));
    }

    /** What a sentence ends with that several doubts are about, such as {@code  [1, 3]}; nothing without a doubt. */
    String reference(Collection<Warning> warnings) {
        return warnings.isEmpty() ? "" : " [" + marks(warnings) + "]";
    }

    /** The notes, such as {@code 1 (single-run): one side has a single run}. */
    List<String> lines() {
        return numbers.entrySet().stream()
                .map(entry -> entry.getValue() + " (" + entry.getKey().code() + "): "
                        + entry.getKey().message())
                .toList();
    }
}
