package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Numbers the warnings, each once, in the order of their first mention. Warnings of one code whose messages differ only
 * in numbers share a note. The note has the ranges of these numbers, and the cells that it is about.
 */
final class Footnotes {
    private static final int MOST_CELLS = 4;

    /** The largest number of notes of one code that are not grouped. */
    private static final int MOST_ALIKE = 2;

    private static final int EXAMPLES = 2;
    private static final int LONGEST_EXAMPLE = 240;
    private static final int MOST_RANGES = 6;

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

    private record NoteKind(String code, String pattern) {
        static NoteKind of(Warning warning) {
            return new NoteKind(warning.code(), NumberRanges.pattern(warning.message()));
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
     * Returns the notes in few lines. If a code has more than {@value #MOST_ALIKE} notes, one line states their number
     * and contains the numbers of all, with {@value #EXAMPLES} of them, shortened.
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
                                .map(kind -> shortened(text(notes.get(kind))))
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
        return numbers.get(kind) + " (" + kind.code() + "): " + text(notes.get(kind));
    }

    private String text(Set<Warning> warnings) {
        List<String> messages = warnings.stream().map(Warning::message).toList();
        return NumberRanges.merged(messages).get(0) + (warnings.size() > 1 ? about(warnings) : "");
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

    /** Merges messages that differ only in their numbers. */
    static final class NumberRanges {
        /** Numbers that stand alone, unlike digits in {@code hdd-11}, {@code sda1} and {@code 10.0.0.1:9866}. */
        private static final Pattern NUMBER =
                Pattern.compile("(?<![\\w.:/@-])\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?(?![\\w:/@-]|\\.\\d)");

        /** The directory of an embedded cluster, whose name differs each time. */
        private static final Pattern OWN_DIRECTORY =
                Pattern.compile("spindle-\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

        private NumberRanges() {}

        /** Returns the part of a message that is equal in messages that differ only in numbers. */
        static String pattern(String message) {
            return NUMBER.matcher(withoutOwnDirectory(message)).replaceAll("#");
        }

        /**
         * Returns one message for each {@link #pattern}, in the order of their first mention. Differing numbers become
         * ranges such as {@code 31 to 42}.
         *
         * @param messages at least one message
         */
        static List<String> merged(Collection<String> messages) {
            Map<String, List<String>> alike = new LinkedHashMap<>();
            messages.forEach(message -> alike.computeIfAbsent(pattern(message), pattern -> new ArrayList<>())
                    .add(message));
            return alike.values().stream().map(NumberRanges::ofOnePattern).toList();
        }

        private static String withoutOwnDirectory(String message) {
            return OWN_DIRECTORY.matcher(message).replaceAll("spindle-*");
        }

        private static String ofOnePattern(List<String> messages) {
            if (messages.size() == 1) {
                return messages.get(0);
            }
            List<String> alike =
                    messages.stream().map(NumberRanges::withoutOwnDirectory).toList();
            List<List<String>> numbers =
                    alike.stream().map(NumberRanges::numbers).toList();
            int[] next = {0};
            return NUMBER.matcher(alike.get(0)).replaceAll(match -> {
                int place = next[0]++;
                return Matcher.quoteReplacement(
                        range(numbers.stream().map(all -> all.get(place)).toList()));
            });
        }

        private static List<String> numbers(String message) {
            return NUMBER.matcher(message).results().map(match -> match.group()).toList();
        }

        // Writes numbers as they are in the messages, because they are already rounded.
        private static String range(List<String> numbers) {
            Comparator<String> bySize = Comparator.comparingDouble(Double::parseDouble);
            String least = numbers.stream().min(bySize).orElseThrow();
            String most = numbers.stream().max(bySize).orElseThrow();
            return Double.parseDouble(least) == Double.parseDouble(most) ? least : least + " to " + most;
        }
    }
}
