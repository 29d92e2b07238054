package org.spindlebench.handover;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.handover.MadeUpNames.NameKind;

/** The settings whose values enter a bundle: the settings in {@code settings.rules}. */
final class KnownSettings {
    private static final String NUMBER = "[+-]?\\d{1,20}(?:\\.\\d{1,20})?(?:[eE]-?\\d{1,3})?\\s?[A-Za-z%]{0,3}";
    private static final String CLASS =
            "(?:org\\.apache\\.(?:hadoop|spark)|org\\.spindlebench|java)\\.[A-Za-z0-9_.$]{1,150}";
    private static final String OF_JVM =
            "-X[a-z]{1,10}\\d{0,12}[kmgtKMGT]?|-XX:[+-]?[A-Za-z0-9]{1,60}(?:=\\d{1,20}[kmgtKMGT]?)?";

    private static final Pattern PLAIN = Pattern.compile(
            "(?i:true|false)?|" + list(NUMBER, ",") + "|" + list(CLASS, ",") + "|" + list(OF_JVM, "\\s+"));

    private static final Pattern WORD = Pattern.compile(list("[A-Za-z][A-Za-z0-9_/-]{0,40}", ","));

    /** Whether a word is copied, by setting. */
    private static final Map<String, Boolean> KNOWN = AllowedFields.lines("settings")
            .map(line -> line.split(" ", -1))
            .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words.length > 1));

    private KnownSettings() {}

    private static String list(String element, String separator) {
        return "(?:" + element + ")(?:" + separator + "(?:" + element + ")){0,30}";
    }

    /** Returns the key; null if the setting is not known. */
    static String key(String key) {
        return KNOWN.containsKey(key) ? key : null;
    }

    /** Returns the value, or the made-up one; null if the setting is not known. */
    static String value(String key, String value, MadeUpNames names) {
        if (!KNOWN.containsKey(key)) {
            return null;
        }
        boolean isCopied = PLAIN.matcher(value).matches()
                || (KNOWN.get(key) && WORD.matcher(value).matches());
        return isCopied ? value : names.of(NameKind.VALUE, value);
    }

    /** Returns the keys of all known settings. */
    static Iterable<String> keys() {
        return KNOWN.keySet();
    }
}
