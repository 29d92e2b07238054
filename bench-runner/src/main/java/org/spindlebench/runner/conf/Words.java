package org.spindlebench.runner.conf;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** One word of a list, and the nearest of the list for any other. */
public final class Words {
    private static final Set<String> YAML_BOOLEANS =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~");

    private Words() {}

    /**
     * A parser that takes the words of a list and no other.
     *
     * @param kind what a word names, for the message: {@code job}
     */
    public static ValueParser<String> of(String kind, Collection<String> words) {
        return text -> {
            if (words.contains(text)) {
                return text;
            }
            throw unknown(kind, text, words);
        };
    }

    /** The refusal of a word that is not in the list. */
    public static NotUnderstoodException unknown(String kind, String text, Collection<String> words) {
        return new NotUnderstoodException(
                "unknown " + kind + " `" + text + "`",
                String.join(", ", words),
                NearestName.of(text, words).orElse(""));
    }

    /** Whether YAML readers disagree on a bare word: text to some, true, false or nothing to others. */
    public static boolean isYamlBoolean(String text) {
        return YAML_BOOLEANS.contains(text.toLowerCase(Locale.ROOT));
    }
}
