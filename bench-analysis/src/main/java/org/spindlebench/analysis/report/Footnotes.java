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
 * Numbers the doubts in the order of their first mention, each once. Doubts of one code that differ in their numbers only are one note,
 * with the range of the numbers and the cells that it is about.
 */
final class Footnotes {
    private static final int MOST_CELLS = 4;

    private final Map<NoteKind, Set<Warning>> notes = new LinkedHashMap<>();
    private final Map<NoteKind, Integer> numbers = new LinkedHashMap<>();
    private final Map<Warning, Set<Subject>> cells = new LinkedHashMap<>();
    private final int allCells;

    /** Of findings; they say which cells a doubt is about. */
    Footnotes(Findings findings) {
        for (CellWarning doubt : findings.doubts()) {
            cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>())
                    .addAll(doubt.cells());
        }
        allCells = (int)
                findings.cells().stream().map(CellSummary::subject).distinct().count();
    }

    /** What one note is of. */
    private record NoteKind(String code, String pattern) {
        static NoteKind of(Warning warning) {
            return new NoteKind(warning.code(), NumberRanges.pattern(warning.message()));
        }
    }

    /** The doubt's number. */
    int mark(Warning warning) {
        NoteKind kind = NoteKind.of(warning);
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

    /** Messages that differ in their numbers only, brought together into one. */
    static final class NumberRanges {
        /** Numbers that stand alone: those of names such as {@code hdd-11}, {@code sda1} and {@code 10.0.0.1:9866} are no figures. */
        private static final Pattern NUMBER =
                Pattern.compile("(?<![\\w.:/@-])\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?(?![\\w:/@-]|\\.\\d)");

        /** An embedded cluster's directories have another name each time. */
        private static final Pattern OWN_DIRECTORY =
                Pattern.compile("spindle-\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

        private NumberRanges() {}

        /** What messages have in common that say the same of other numbers. */
        static String pattern(String message) {
            return NUMBER.matcher(withoutOwnDirectory(message)).replaceAll("#");
        }

        /**
         * One message for each {@link #pattern}, in the order of the first of each, with ranges such as {@code 31 to 42} where numbers differ.
         *
         * @param messages at least one
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

        // As they were written: they are rounded already.
        private static String range(List<String> numbers) {
            Comparator<String> bySize = Comparator.comparingDouble(Double::parseDouble);
            String least = numbers.stream().min(bySize).orElseThrow();
            String most = numbers.stream().max(bySize).orElseThrow();
            return Double.parseDouble(least) == Double.parseDouble(most) ? least : least + " to " + most;
        }
    }
}
