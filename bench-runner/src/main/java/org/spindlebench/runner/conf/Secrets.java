package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Defines secrets, for everything that Spindle reads, shows and writes. A secret is the value of a setting, option or
 * variable that Hadoop redacts or that is named like a password or a key. It may be within another value, such as
 * {@code DB_PASSWORD=x} in {@code mapreduce.map.env}.
 */
public final class Secrets {
    /** The text that Hadoop also writes instead of a secret. */
    public static final String HIDDEN = "<redacted>";

    /** The setting in which a site lists further keys of secrets, as patterns. */
    public static final String MORE_KEYS = "hadoop.security.sensitive-config-keys";

    /** The keys that Hadoop redacts by default, as patterns. The list itself is not a secret. */
    static final List<String> OF_HADOOP = List.of(
            "secret$",
            "password$",
            "ssl.keystore.pass$",
            "fs.s3a.server-side-encryption.key",
            "fs.s3a.*.server-side-encryption.key",
            "fs.s3a.encryption.algorithm",
            "fs.s3a.encryption.key",
            "fs.s3a.secret.key",
            "fs.s3a.*.secret.key",
            "fs.s3a.session.key",
            "fs.s3a.*.session.key",
            "fs.s3a.session.token",
            "fs.s3a.*.session.token",
            "fs.azure.account.key.*",
            "fs.azure.oauth2.*",
            "fs.adl.oauth2.*",
            "fs.gs.encryption.*",
            "fs.gs.proxy.*",
            "fs.gs.auth.*",
            "credential$",
            "oauth.*secret",
            "oauth.*password",
            "oauth.*token");

    private static final String PASSWORDS = "(?:password|passwd|passphrase|secret)s?";
    private static final String KEYS =
            "(?:api|access|secret|private|account|shared|encryption|session|signing|auth|storage)[_.-]?keys?";

    /** Every value under such a name is a secret, except true and false. */
    private static final Pattern PASSWORD = Pattern.compile(
            "(?i:" + PASSWORDS + ")$|(?i:(?<![a-z])(?:pass|pw)|(?<=[._-])pwd)$" + "|(?<=[a-z])(?:Pass|Pw|Pwd)$");

    /** A value under such a name is a secret, unless it is a number or a time span as in {@code token.max-lifetime}. */
    private static final Pattern KEY = Pattern.compile(
            "(?i)(?:token|credential)s?$|" + KEYS + "(?:[_.-]id)?$|account\\.key\\.|[._-]sas[._-](?!token\\.provider)");

    private static final Pattern NO_PASSWORD = Pattern.compile("\\s*|(?i:true|false)|" + Pattern.quote(HIDDEN));
    private static final Pattern NO_KEY = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?\\s*[A-Za-z]{0,2}");

    private static final String VALUE = "(\"[^\"]*\"|'[^']*'|[^\\s\"',;&|<>()\\[\\]{}]+)";
    private static final Pattern ASSIGNED = Pattern.compile("(?:-D)?([A-Za-z][A-Za-z0-9_.-]*)(\\s*[=:]\\s*)" + VALUE);
    private static final Pattern OPTION = Pattern.compile(
            "(--?(?:[A-Za-z]+-)*(?:" + PASSWORDS + "|pass|pwd|tokens?|credentials?|" + KEYS
                    + ")\\s+|sshpass\\s+-p\\s*)()" + VALUE,
            Pattern.CASE_INSENSITIVE);
    private static final Pattern BEARER = Pattern.compile(
            "(\\b(?:bearer|basic)\\s+)()((?=[^\\s]*[0-9+/=])[A-Za-z0-9+/=._~-]{12,})", Pattern.CASE_INSENSITIVE);
    private static final Pattern IN_URI = Pattern.compile("(://[^:/@\\s\"'<>]*:)()([^/@\\s\"'<>]+)(?=@)");
    private static final Pattern OF_USER = Pattern.compile("(\\s-u\\s+)()([^/@\\s\"'<>:]+:[^/@\\s\"'<>]+)(?=\\s|$)");
    private static final List<Pattern> KINDS = List.of(IN_URI, OF_USER, BEARER, OPTION, ASSIGNED);

    /** Contains the keys that Hadoop redacts by default. */
    public static final Secrets USUAL = new Secrets("");

    private final List<Pattern> redacted;

    /** @param moreKeys the site's value of {@link #MORE_KEYS}, which may be empty */
    public Secrets(String moreKeys) {
        this.redacted = Stream.concat(
                        OF_HADOOP.stream(), Arrays.stream(moreKeys.trim().split("[,\\s]+")))
                .filter(key -> !key.isEmpty() && !key.equals(MORE_KEYS))
                .distinct()
                .map(Pattern::compile)
                .toList();
    }

    /** Checks whether the value of a setting, option or variable is a secret or contains one. */
    public boolean isSecret(String key, String value) {
        return isNamed(key, value) || !value.equals(hidden(value, secret -> {}));
    }

    /** Returns a value without its secrets. */
    public String shown(String key, String value) {
        return isNamed(key, value) ? HIDDEN : hidden(value, secret -> {});
    }

    /** Checks whether a whole value is a secret because of its name. */
    public boolean isNamed(String key, String value) {
        if (NO_PASSWORD.matcher(value).matches()) {
            return false;
        }
        boolean named = KEY.matcher(key).find()
                || redacted.stream().anyMatch(pattern -> pattern.matcher(key).find());
        return PASSWORD.matcher(key).find() || (named && !NO_KEY.matcher(value).matches());
    }

    /**
     * Returns a text without its secrets.
     *
     * @param found receives each secret
     */
    public String hidden(String text, Consumer<String> found) {
        String hidden = text;
        for (Pattern kind : KINDS) {
            hidden = hidden(hidden, kind, found);
        }
        return hidden;
    }

    private String hidden(String text, Pattern kind, Consumer<String> sink) {
        Matcher found = kind.matcher(text);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        int from = 0;
        while (from < text.length() && found.find(from)) {
            String value = unquoted(found.group(3));
            boolean secret = kind != ASSIGNED || (isNamed(found.group(1), value) && !isProse(found, value));
            if (secret) {
                sink.accept(value);
                out.append(text, copied, found.start(3)).append(HIDDEN);
                copied = found.end(3);
            }
            // The value of a setting may itself be a list of settings.
            from = secret ? found.end(3) : Math.max(found.start(3), found.start() + 1);
        }
        return copied == 0 ? text : out.append(text, copied, text.length()).toString();
    }

    /** Messages such as {@code InvalidToken: token} explain a failure. */
    private static boolean isProse(Matcher assigned, String value) {
        return assigned.group(2).contains(":")
                && value.chars().allMatch(Character::isLetter)
                && !PASSWORD.matcher(assigned.group(1)).find();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && (value.charAt(0) == '"' || value.charAt(0) == '\'');
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
