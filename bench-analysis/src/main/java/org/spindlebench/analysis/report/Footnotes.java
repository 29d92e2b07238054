package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Numbers the warnings, each once, in the order of their first mention. Warnings with one code and one message share a
 * note, which names the cells that it is about. Messages with different numbers never share a note: a merged message
 * would state numbers that no cell has.
 */
final class Footnotes {
    private static final int MOST_CELLS = 4;

    /** The largest number of notes of one code that are not grouped. */
    private static final int MOST_ALIKE = 2;

    private static final int EXAMPLES = 2;
    private static final int LONGEST_EXAMPLE = 240;
    private static final int MOST_RANGES = 6;

    /** The directory of an embedded cluster, whose name differs each time. */
    private static final Pattern OWN_DIRECTORY =
            Pattern.compile("spindle-\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private final Map<NoteKind, Set<Warning>> notes = new LinkedHashMap<>();
    private final Map<NoteKind, Integer> numbers = new LinkedHashMap<>();
    private final Map<Warning, Set<Subject>> cells = new LinkedHashMap<>();
    private final int allCells;

    /** Starts without notes; the findings give the cells of each warning. */
    Footnotes(Findings findings) {
        for (CellWarning doubt : findings.doubts()) {
            cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>())
                    .addAll(doubt.cells());
        }
        allCells = (int)
                findings.cells().stream().map(CellSummary::subject).distinct().count();
    }

    private record NoteKind(String code, String text) {
        static NoteKind of(Warning warning) {
            return new NoteKind(warning.code(), comparable(warning.message()));
        }
    }

    /** Returns the number of the warning's note. */
    int mark(Warning warning) {
        NoteKind kind = NoteKind.of(warning);
        notes.computeIfAbsent(kind, key -> new LinkedHashSet<>()).add(warning);
        return numbers.computeIfAbsent(kind, key -> numbers.size() + 1);
    }

    /** Returns the numbers of several warnings' notes, such as {@code 1, 3}. */
    String marks(Collection<Warning> warnings) {
        return warnings.stream()
                .map(this::mark)
                .distinct()
                .map(number -> Integer.toString(number))
                .collect(Collectors.joining(", "));
    }

    /** Returns a reference for the end of a sentence, such as {@code [1, 3]}; empty without warnings. */
    String reference(Collection<Warning> warnings) {
        return warnings.isEmpty() ? "" : " [" + marks(warnings) + "]";
    }

    /** Returns the notes, such as {@code 1 (single-run): one side has a single run}. */
    List<String> lines() {
        return numbers.keySet().stream().map(this::line).toList();
    }

    /**
     * Returns the notes in few lines. If a code has more than {@value #MOST_ALIKE} notes, one line states how many they
     * are and the numbers of all, and quotes {@value #EXAMPLES} of them, shortened.
     */
    List<String> grouped() {
        Map<String, List<NoteKind>> byCode = new LinkedHashMap<>();
        numbers.keySet().forEach(kind -> byCode.computeIfAbsent(kind.code(), code -> new ArrayList<>())
                .add(kind));
        List<String> lines = new ArrayList<>();
        byCode.forEach((code, kinds) -> {
            if (kinds.size() <= MOST_ALIKE) {
                kinds.forEach(kind -> lines.add(line(kind)));
            } else {
                lines.add(ranges(kinds.stream().map(numbers::get).toList()) + " (" + code + "), " + kinds.size()
                        + " notes, such as: "
                        + kinds.stream()
                                .limit(EXAMPLES)
                                .map(kind -> shortened(text(kind)))
                                .collect(Collectors.joining(" | ")));
            }
        });
        return lines;
    }

    private static String shortened(String note) {
        return note.length() <= LONGEST_EXAMPLE ? note : note.substring(0, LONGEST_EXAMPLE) + " ...";
    }

    /** Writes ascending numbers, such as {@code 2-15, 19}. */
    private static String ranges(List<Integer> ascending) {
        List<String> ranges = new ArrayList<>();
        int first = ascending.get(0);
        for (int i = 0; i < ascending.size(); i++) {
            int number = ascending.get(i);
            if (i + 1 == ascending.size() || ascending.get(i + 1) != number + 1) {
                ranges.add(first == number ? Integer.toString(number) : first + "-" + number);
                first = i + 1 == ascending.size() ? number : ascending.get(i + 1);
            }
        }
        return FewNames.of(ranges, MOST_RANGES);
    }

    private String line(NoteKind kind) {
        return numbers.get(kind) + " (" + kind.code() + "): " + text(kind);
    }

    /** Returns the message, and the cells that it is about if other notes have its code. */
    private String text(NoteKind kind) {
        Set<Warning> warnings = notes.get(kind);
        boolean several = warnings.size() > 1
                || numbers.keySet().stream()
                                .filter(other -> other.code().equals(kind.code()))
                                .count()
                        > 1;
        String message = warnings.iterator().next().message();
        return (warnings.size() > 1 ? kind.text() : message) + (several ? about(warnings) : "");
    }

    /** Returns the cells that a note is about. Empty if the note is about all cells, or if sentences refer to it. */
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

    /** Returns a message without the names that differ each time. Messages that are then equal are one note. */
    static String comparable(String message) {
        return OWN_DIRECTORY.matcher(message).replaceAll("spindle-*");
    }
}
