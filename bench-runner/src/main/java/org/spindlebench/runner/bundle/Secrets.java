package org.spindlebench.runner.bundle;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.runner.collect.SecretKeys;

/**
 * Finds secrets: values of settings that Hadoop redacts, and of options and variables that are named like passwords.
 * It remembers them, so that later texts lose them under any name. Not thread-safe.
 */
final class Secrets {
    /** The text that Hadoop, too, writes instead of a secret. */
    static final String HIDDEN = "<redacted>";

    private static final String NAMES =
            "(?:password|passwd|passphrase|secret|token|credential|(?:api|access|secret|private)[_-]?key)s?";
    private static final Pattern NAMED = Pattern.compile(NAMES + "$", Pattern.CASE_INSENSITIVE);
    private static final String VALUE = "(\"[^\"]*\"|'[^']*'|[^\\s\"',;&|<>()\\[\\]{}]+)";
    private static final Pattern ASSIGNED = Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*)(\\s*[=:]\\s*)" + VALUE);
    private static final Pattern OPTION = Pattern.compile(
            "(--?(?:[A-Za-z]+-)*" + NAMES + "\\s+|sshpass\\s+-p\\s*)()" + VALUE, Pattern.CASE_INSENSITIVE);
    private static final Pattern BEARER = Pattern.compile(
            "(\\b(?:bearer|basic)\\s+)()((?=[^\\s]*[0-9+/=])[A-Za-z0-9+/=._~-]{12,})", Pattern.CASE_INSENSITIVE);
    private static final Pattern IN_URI = Pattern.compile("(://)()([^/@\\s\"'<>]+)(?=@)");
    private static final Pattern OF_USER = Pattern.compile("(\\s-u\\s+)()([^/@\\s\"'<>:]+:[^/@\\s\"'<>]+)(?=\\s|$)");
    private static final List<Pattern> KINDS = List.of(IN_URI, OF_USER, BEARER, OPTION, ASSIGNED);

    /** Shorter values, and words of letters only, occur in texts that are no secret. */
    private static final int LEAST = 6;

    private static final int LEAST_OF_LETTERS = 12;

    private final SecretKeys keys = new SecretKeys();
    /** The longest first, because one may be a part of another. */
    private final Set<String> known = new TreeSet<>(
            Comparator.<String>comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Checks whether a setting, variable or option holds a secret. */
    boolean isSecret(String key) {
        // -Dkey=value is found as Dkey.
        boolean defined = key.length() > 1 && key.charAt(0) == 'D' && keys.contains(key.substring(1));
        return defined || keys.contains(key) || NAMED.matcher(key).find();
    }

    /** Remembers a secret. */
    void learn(String value) {
        String text = value.strip();
        boolean letters = text.chars().allMatch(Character::isLetter);
        boolean number = text.chars().allMatch(Character::isDigit);
        if (text.length() >= (letters || number ? LEAST_OF_LETTERS : LEAST) && !text.equals(HIDDEN)) {
            known.add(text);
        }
    }

    /** Returns the secrets that must not be in any text. */
    Set<String> known() {
        return known;
    }

    /** Returns a text without the secrets in it, and remembers them. */
    String hidden(String text) {
        String hidden = text;
        for (Pattern kind : KINDS) {
            hidden = hidden(hidden, kind);
        }
        for (String secret : known) {
            hidden = hidden.replace(secret, HIDDEN);
        }
        return hidden;
    }

    private String hidden(String text, Pattern kind) {
        Matcher found = kind.matcher(text);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        int from = 0;
        while (from < text.length() && found.find(from)) {
            boolean secret = kind != ASSIGNED || isSecret(found.group(1));
            if (secret) {
                learn(unquoted(found.group(3)));
                out.append(text, copied, found.start(3)).append(HIDDEN);
                copied = found.end(3);
            }
            // The value of a setting may itself be a list of settings.
            from = secret ? found.end(3) : Math.max(found.start(3), found.start() + 1);
        }
        return copied == 0 ? text : out.append(text, copied, text.length()).toString();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && (value.charAt(0) == '"' || value.charAt(0) == '\'');
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
