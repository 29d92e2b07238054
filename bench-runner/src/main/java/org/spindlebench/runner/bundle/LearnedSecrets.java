package org.spindlebench.runner.bundle;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.conf.Secrets;

/** Remembers the {@link Secrets} of a campaign, so that later texts lose them under any name. Not thread-safe. */
final class LearnedSecrets {
    /** The user in a URI may be a key. */
    private static final Pattern USER_IN_URI = Pattern.compile("(?<=://)([^/@\\s\"'<>]+)(?=@)");

    /** Shorter values, and words of letters only, occur in texts that are no secret. */
    private static final int LEAST = 6;

    private static final int LEAST_OF_LETTERS = 12;

    private final Secrets secrets = HadoopCluster.secrets();
    /** The longest first, because one may be a part of another. */
    private final Set<String> known = new TreeSet<>(
            Comparator.<String>comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Checks whether the value of a setting or field is a secret. */
    boolean isSecret(String key, String value) {
        return secrets.isNamed(key, value);
    }

    /** Remembers a secret. */
    void learn(String value) {
        String text = value.strip();
        boolean letters = text.chars().allMatch(Character::isLetter);
        boolean number = text.chars().allMatch(Character::isDigit);
        if (text.length() >= (letters || number ? LEAST_OF_LETTERS : LEAST) && !text.equals(Secrets.HIDDEN)) {
            known.add(text);
        }
    }

    /** Returns the secrets that must not be in any text. */
    Set<String> known() {
        return known;
    }

    /** Returns a text without the secrets in it, and remembers them. */
    String hidden(String text) {
        String hidden = USER_IN_URI.matcher(text).replaceAll(found -> {
            learn(found.group(1));
            return Secrets.HIDDEN;
        });
        hidden = secrets.hidden(hidden, this::learn);
        for (String secret : known) {
            hidden = hidden.replace(secret, Secrets.HIDDEN);
        }
        return hidden;
    }
}
