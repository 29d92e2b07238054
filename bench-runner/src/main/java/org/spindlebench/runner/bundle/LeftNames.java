package org.spindlebench.runner.bundle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Looks for names and secrets that are left in what was redacted. It does not use the redactor's way of finding them:
 * it compares text from the first letters or digits of each name on, whatever is around the name.
 */
final class LeftNames {
    private final KnownNames names;
    private final Set<String> secrets;
    private final Pattern placesOfWords;
    /** Names by their first letters and digits. */
    private final Map<String, List<String>> byStart = new HashMap<>();

    LeftNames(KnownNames names, Set<String> secrets) {
        this.names = names;
        this.secrets = secrets;
        this.placesOfWords = names.words().isEmpty() ? null : Redactor.placesOf(names);
        for (String name : names.plainNames()) {
            int begin = next(name, 0, true);
            byStart.computeIfAbsent(name.substring(begin, next(name, begin, false)), start -> new ArrayList<>())
                    .add(name);
        }
    }

    /**
     * Returns a name that is in a text, or says that a secret is; empty if there is none.
     *
     * @param ofSpindle whether Spindle wrote the text itself, so that names of letters only are its own words
     */
    Optional<String> in(String text, boolean ofSpindle) {
        Optional<String> secret = secret(text);
        if (secret.isPresent()) {
            return secret;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        int begin = next(lower, 0, true);
        while (begin < lower.length()) {
            int end = next(lower, begin, false);
            for (String name : byStart.getOrDefault(lower.substring(begin, end), List.of())) {
                int from = begin - next(name, 0, true);
                int to = from + name.length();
                boolean whole = to >= lower.length() || !isPart(lower.charAt(to));
                boolean ownWord = ofSpindle && name.chars().allMatch(Character::isLetter);
                if (from >= 0 && whole && !ownWord && lower.startsWith(name, from)) {
                    return Optional.of(name);
                }
            }
            begin = next(lower, end, true);
        }
        return address(text).or(() -> word(text));
    }

    /** Says whether a secret is in a text, without telling it. */
    Optional<String> secret(String text) {
        return secrets.stream().anyMatch(text::contains) ? Optional.of("a secret") : Optional.empty();
    }

    private Optional<String> address(String text) {
        List<String> found = new ArrayList<>();
        Addresses.replaced(text, address -> {
            if (names.contains(address)) {
                found.add(address.getHostAddress());
            }
            return "";
        });
        return found.stream().findFirst();
    }

    private Optional<String> word(String text) {
        return placesOfWords == null
                ? Optional.empty()
                : placesOfWords
                        .matcher(text)
                        .results()
                        .map(found -> found.group())
                        .findFirst();
    }

    /** Returns the next place of a letter or digit, or of something else; the text's length if there is none. */
    private static int next(String text, int from, boolean part) {
        int at = from;
        while (at < text.length() && isPart(text.charAt(at)) != part) {
            at++;
        }
        return at;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c);
    }
}
