package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages that differ in their numbers only, brought together into one. */
final class NumberRanges {
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
        List<List<String>> numbers = alike.stream().map(NumberRanges::numbers).toList();
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
