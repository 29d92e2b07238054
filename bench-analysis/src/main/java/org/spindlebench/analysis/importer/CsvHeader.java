package org.spindlebench.analysis.importer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;

/**
 * The first line of a CSV file.
 *
 * @param separator what stands between cells
 * @param names the columns' names in lower case
 * @param places each name's place, from 0
 */
record CsvHeader(char separator, List<String> names, Map<String, Integer> places) {
    private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

    /**
     * Reads a header. Its separator is the one of comma, semicolon and tab by which it has the most cells.
     *
     * @param needed columns that must be there
     * @throws UnreadableException if one of them is not, or a name is missing or occurs twice
     */
    static CsvHeader of(String line, List<String> needed) throws UnreadableException {
        char separator = separator(line);
        List<String> names = names(line, separator);
        Map<String, Integer> places = new HashMap<>();
        for (String name : names) {
            if (name.isEmpty()) {
                throw new UnreadableException(
                        "column " + (places.size() + 1) + " has no name: give it one, or remove it");
            }
            if (places.put(name, places.size()) != null) {
                throw new UnreadableException("two columns are called " + Numbers.shown(name)
                        + " (upper and lower case are the same): rename one");
            }
        }
        List<String> missing =
                needed.stream().filter(name -> !places.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw new UnreadableException(missing(missing, names));
        }
        return new CsvHeader(separator, names, places);
    }

    /** The names in a header line, in lower case. */
    static List<String> names(String line) throws UnreadableException {
        return names(line, separator(line));
    }

    private static List<String> names(String line, char separator) throws UnreadableException {
        return CsvLines.cells(line, separator).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    // Of equals the first: a header of one column has no separator.
    private static char separator(String line) {
        List<Character> backwards = new ArrayList<>(SEPARATORS);
        Collections.reverse(backwards);
        return backwards.stream()
                .max(Comparator.comparingLong(
                        separator -> line.chars().filter(c -> c == separator).count()))
                .orElseThrow();
    }

    private static String missing(List<String> missing, List<String> names) {
        String what = missing.stream().map(name -> missing(name, names)).collect(Collectors.joining(", "));
        return "no column " + what + "; the columns are " + shown(names);
    }

    private static String missing(String name, List<String> names) {
        Optional<String> nearest = NearestName.of(name, names);
        return name
                + nearest.map(other -> " (is " + Numbers.shown(other) + " meant?)")
                        .orElse("");
    }

    private static String shown(List<String> names) {
        Stream<String> first = names.stream().limit(30).map(Numbers::shown);
        return first.collect(Collectors.joining(", ")) + (names.size() > 30 ? " ..." : "");
    }
}
