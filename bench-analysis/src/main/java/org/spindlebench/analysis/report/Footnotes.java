package org.spindlebench.analysis.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.CellDoubt;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Numbers the doubts in the order of their first mention, each once. Doubts of one code that differ in their numbers only are one note,
 * with the range of the numbers and the cells that it is about.
 */
final class Footnotes {
    private static final int MOST_CELLS = 4;

    private final Map<Kind, Set<Warning>> notes = new LinkedHashMap<>();
    private final Map<Kind, Integer> numbers = new LinkedHashMap<>();
    private final Map<Warning, Set<Subject>> cells = new LinkedHashMap<>();
    private final int allCells;

    /** Of findings; they say which cells a doubt is about. */
    Footnotes(Findings findings) {
        for (CellDoubt doubt : findings.doubts()) {
            cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>())
                    .addAll(doubt.cells());
        }
        allCells = (int)
                findings.cells().stream().map(CellSummary::subject).distinct().count();
    }

    /** What one note is of. */
    private record Kind(String code, String pattern) {
        static Kind of(Warning warning) {
            return new Kind(warning.code(), NumberRanges.pattern(warning.message()));
        }
    }

    /** The doubt's number. */
    int mark(Warning warning) {
        Kind kind = Kind.of(warning);
        notes.computeIfAbsent(kind, key -> new LinkedHashSet<>()).add(warning);
        return numbers.computeIfAbsent(kind, key -> numbers.size() + 1);
    }

    /** Several doubts' numbers, such as {@code 1, 3}. */
    String marks(Collection<Warning> warnings) {
        return warnings.stream()
                .map(this::mark)
                .distinct()
                .map(number -> Integer.toString(number))
                .collect(Collectors.joining(", "));
    }

    /** What a sentence ends with that several doubts are about, such as {@code  [1, 3]}; nothing without a doubt. */
    String reference(Collection<Warning> warnings) {
        return warnings.isEmpty() ? "" : " [" + marks(warnings) + "]";
    }

    /** The notes, such as {@code 1 (single-run): one side has a single run}. */
    List<String> lines() {
        return numbers.entrySet().stream()
                .map(entry -> entry.getValue() + " (" + entry.getKey().code() + "): " + text(notes.get(entry.getKey())))
                .toList();
    }

    private String text(Set<Warning> warnings) {
        List<String> messages = warnings.stream().map(Warning::message).toList();
        return NumberRanges.merged(messages).get(0) + (warnings.size() > 1 ? about(warnings) : "");
    }

    /** Nothing where it is about all cells, or where sentences refer to the note. */
    private String about(Set<Warning> warnings) {
        Set<Subject> about = new LinkedHashSet<>();
        warnings.forEach(warning -> about.addAll(cells.getOrDefault(warning, Set.of())));
        if (about.isEmpty() || about.size() == allCells) {
            return "";
        }
        Set<String> names = new TreeSet<>();
        about.forEach(cell -> names.add(cell.job() + " on " + cell.setup()));
        return " (" + FewNames.of(List.copyOf(names), MOST_CELLS) + ")";
    }
}
