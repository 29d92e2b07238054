package org.spindlebench.runner.program;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words in <code>${...}</code> that represent a run's values in calls of programs. <code>$${</code> stands for
 * <code>${</code>. A program also has each value in an environment variable, such as {@code SPINDLE_OUTPUT}.
 */
public final class Placeholders {
    private static final Pattern SHAPE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)}?");
    private static final String VARIABLE = "SPINDLE_";

    private Placeholders() {}

    /** The values of a run. */
    public enum Placeholder {
        /** The data that Spindle made, or the path that the suite names. */
        INPUT,
        /** The directory that {@code prepare} writes. */
        PREPARED,
        /** The directory that the run writes. It does not exist before the run. */
        OUTPUT,
        /** The number of maps in one wave. */
        MAPS,
        /** The number of reduces in one wave. */
        REDUCES,
        NODES,
        /** The bytes that the suite requests, over all nodes. */
        BYTES,
        BYTES_PER_NODE,
        REPLICATION,
        BLOCK_SIZE,
        SEED,
        QUEUE,
        /** The tags for the applications, with a comma between them. */
        TAG,
        /** The bytes of the input. */
        INPUT_BYTES,
        /** The number of files of the input. */
        INPUT_FILES,
        /** The records of an input that Spindle made. */
        INPUT_RECORDS;

        /** The placeholders that no counter is compared with. */
        private static final Set<Placeholder> UNCOUNTED =
                Set.of(INPUT, PREPARED, OUTPUT, QUEUE, TAG, NODES, BYTES_PER_NODE, BLOCK_SIZE);

        /** Returns the word in braces. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the name of the environment variable with the same value. */
        public String variable() {
            return VARIABLE + name();
        }

        /** Returns the placeholder as it is written. */
        public String written() {
            return "${" + word() + "}";
        }

        boolean isCounted() {
            return !UNCOUNTED.contains(this);
        }
    }

    /** Returns the words of all placeholders. */
    public static List<String> words() {
        return Arrays.stream(Placeholder.values()).map(Placeholder::word).toList();
    }

    /** Checks whether a text is one placeholder for a number that counters can be compared with. */
    public static boolean isCounted(String text) {
        return Arrays.stream(Placeholder.values())
                .anyMatch(placeholder ->
                        placeholder.isCounted() && placeholder.written().equals(text));
    }

    /** Returns the words in braces of a text, including words that are not placeholders, in their order. */
    public static Set<String> in(String text) {
        Set<String> words = new LinkedHashSet<>();
        Matcher matcher = SHAPE.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1) != null) {
                words.add(matcher.group(1));
            }
        }
        return words;
    }

    /**
     * Returns a text with values in place of placeholders.
     *
     * @throws IllegalArgumentException if the run has no value for a placeholder
     */
    public static String fill(String text, Map<Placeholder, String> values) {
        return SHAPE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match, values)));
    }

    private static String value(MatchResult match, Map<Placeholder, String> values) {
        if (match.group(1) == null) {
            return "${";
        }
        return values.entrySet().stream()
                .filter(known -> known.getKey().word().equals(match.group(1)))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "this run has no value for " + match.group() + "; it has " + String.join(", ", words(values))));
    }

    private static List<String> words(Map<Placeholder, String> values) {
        return values.keySet().stream().map(Placeholder::word).sorted().toList();
    }

    /** Returns the environment variables with the values, by name. */
    public static Map<String, String> environment(Map<Placeholder, String> values) {
        Map<String, String> environment = new TreeMap<>();
        values.forEach((placeholder, value) -> environment.put(placeholder.variable(), value));
        return environment;
    }
}
