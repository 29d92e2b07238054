package org.spindlebench.runner.conf;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Parses words that must be in a list. For any other word, it suggests the nearest word. */
public final class AllowedValues {
    private static final Set<String> YAML_BOOLEANS =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~");

    private AllowedValues() {}

    /**
     * Returns a parser that accepts only the words of a list.
     *
     * @param kind the kind of object that a word names, for the message, such as {@code job}
     */
    public static ValueParser<String> of(String kind, Collection<String> words) {
        return text -> {
            if (words.contains(text)) {
                return text;
            }
            throw unknown(kind, text, words);
        };
    }

    /** Returns a parser that accepts only the words of an enum's constants. */
    public static <E extends Enum<E>> ValueParser<E> of(String kind, E[] constants, Function<E, String> word) {
        Map<String, E> byWord = new LinkedHashMap<>();
        Stream.of(constants).forEach(constant -> byWord.put(word.apply(constant), constant));
        return text -> byWord.get(of(kind, byWord.keySet()).parse(text));
    }

    /** Parses true and false. */
    static Boolean truth(String text) throws NotUnderstoodException {
        return Boolean.valueOf(of("answer", List.of("true", "false")).parse(text));
    }

    /** Creates the refusal of a word that is not in the list. */
    public static NotUnderstoodException unknown(String kind, String text, Collection<String> words) {
        return new NotUnderstoodException(
                "unknown " + kind + " `" + text + "`",
                String.join(", ", words),
                NearestName.withTies(text, words).orElse(""));
    }

    /**
     * Checks whether YAML readers disagree about an unquoted word: some read it as text, others as true, false or
     * nothing.
     */
    public static boolean isYamlBoolean(String text) {
        return YAML_BOOLEANS.contains(text.toLowerCase(Locale.ROOT));
    }
}
