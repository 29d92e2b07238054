package org.spindlebench.runner.bundle;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.Secrets;

/**
 * Replaces the names of a campaign by made-up ones, and hides secrets. The same name always becomes the same made-up
 * name. Not thread-safe.
 */
final class Redactor {
    /** A word with dots and hyphens. Escapes are apart from the words that follow them. */
    private static final Pattern WORD =
            Pattern.compile("%[0-9A-Fa-f]{2}|\\\\[nrtbf\"/\\\\]|[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private static final Pattern PROPERTY = Pattern.compile(
            "(<name>\\s*)([^<]*?)(\\s*</name>(?:(?!</?property>).){0,200}?<value>)([^<]*)(?=</value>)", Pattern.DOTALL);

    private static final int LONG = 200;
    private static final int TOO_LONG = 1 << 16;
    private static final int MOST_LONG = 2_000;

    private final KnownNames names;
    private final LearnedSecrets secrets;
    private final boolean keepsNames;
    private final Pattern placesOfWords;
    /** Long texts and what became of them, because records repeat them. */
    private final Map<String, String> done = new HashMap<>();

    /** @param keepsNames whether only secrets are hidden */
    Redactor(KnownNames names, LearnedSecrets secrets, boolean keepsNames) {
        this.names = names;
        this.secrets = secrets;
        this.keepsNames = keepsNames;
        this.placesOfWords = names.words().isEmpty() ? null : placesOf(names);
    }

    /** Returns a pattern for names that are words, too, in places where names stand. */
    static Pattern placesOf(KnownNames names) {
        String any = names.words().keySet().stream().map(Pattern::quote).collect(Collectors.joining("|", "(", ")"));
        String bounded = "(?<![A-Za-z0-9_.-])" + any;
        return Pattern.compile(
                "(?:(?<=://)|(?<=/user/)|(?<=/home/)|(?<=ugi=)|(?<=user=)|(?<=user\\.name=)|(?<=^node ))" + any
                        + "(?![A-Za-z0-9_-])|" + bounded + "(?=:\\d{2,5}\\b|/(?:\\d{1,3}\\.){3}\\d|@[A-Za-z])",
                Pattern.CASE_INSENSITIVE);
    }

    /** Changes the value of a setting or of a field. */
    String value(String key, String text) {
        if (secrets.isSecret(key, text)) {
            return Secrets.HIDDEN;
        }
        String field = key.toLowerCase(Locale.ROOT);
        boolean named = NameCollector.HOST_FIELDS.contains(field) || NameCollector.USER_FIELDS.contains(field);
        String word = keepsNames || !named ? null : names.words().get(text.toLowerCase(Locale.ROOT));
        return word == null ? text(text) : word;
    }

    /** Changes running text. */
    String text(String text) {
        if (text.length() <= LONG || text.length() > TOO_LONG) {
            return changed(text);
        }
        String before = done.get(text);
        if (before == null) {
            before = changed(text);
            if (done.size() < MOST_LONG) {
                done.put(text, before);
            }
        }
        return before;
    }

    private String changed(String text) {
        if (text.chars().allMatch(c -> Character.isDigit(c) || c == ' ' || c == '-' || c == ',')) {
            return text;
        }
        String hidden = secrets.hidden(text);
        if (keepsNames) {
            return hidden;
        }
        String addressed = Addresses.replaced(hidden, names::address);
        String placed = placesOfWords == null
                ? addressed
                : placesOfWords.matcher(addressed).replaceAll(found -> Matcher.quoteReplacement(word(found)));
        return WORD.matcher(placed).replaceAll(found -> Matcher.quoteReplacement(named(found.group())));
    }

    private String word(MatchResult found) {
        String name = found.group(1) == null ? found.group(2) : found.group(1);
        return names.words().get(name.toLowerCase(Locale.ROOT));
    }

    /** Replaces the names in one word, the longest first. Names begin and end at dots, hyphens and underscores. */
    private String named(String word) {
        StringBuilder out = null;
        int copied = 0;
        int begin = 0;
        while (begin < word.length()) {
            int end = endOfName(word, begin);
            if (end > begin) {
                out = out == null ? new StringBuilder() : out;
                out.append(word, copied, begin)
                        .append(names.plain(word.substring(begin, end).toLowerCase(Locale.ROOT)));
                copied = end;
                begin = end;
            }
            begin = endOfPart(word, begin) + 1;
        }
        return out == null ? word : out.append(word, copied, word.length()).toString();
    }

    /** Returns the end of the longest name that begins here; -1 if none does. */
    private int endOfName(String word, int begin) {
        int end = endOfPart(word, begin);
        if (!names.isHead(word.substring(begin, end).toLowerCase(Locale.ROOT))) {
            return -1;
        }
        int longest = -1;
        for (int parts = 1; parts <= names.mostParts(); parts++) {
            if (names.plain(word.substring(begin, end).toLowerCase(Locale.ROOT)) != null) {
                longest = end;
            }
            if (end >= word.length()) {
                break;
            }
            end = endOfPart(word, end + 1);
        }
        return longest;
    }

    private static int endOfPart(String word, int begin) {
        int end = Math.min(begin, word.length());
        while (end < word.length() && ".-_".indexOf(word.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** Changes a JSON document, or several. */
    String json(String json) {
        return JsonTexts.changed(json, new JsonTexts.TextsChange() {
            @Override
            public String key(String parent, String name) {
                boolean node = !keepsNames && parent.equals(NameCollector.DEVICES_BY_NODE);
                String word = node ? names.words().get(name.toLowerCase(Locale.ROOT)) : null;
                return word == null ? Redactor.this.text(name) : word;
            }

            @Override
            public String text(String key, String text) {
                return value(key, text);
            }
        });
    }

    /** Changes a configuration in Hadoop's XML. */
    String xml(String xml) {
        return text(PROPERTY.matcher(xml)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + found.group(2) + found.group(3) + propertyValue(found))));
    }

    private String propertyValue(MatchResult property) {
        String value = property.group(4);
        boolean hides = secrets.isSecret(property.group(2), unescaped(value));
        return hides ? "&lt;redacted&gt;" : value;
    }

    /** Passes the settings of a configuration in Hadoop's XML on. */
    static void settings(String xml, SettingSink sink) {
        Matcher found = PROPERTY.matcher(xml);
        while (found.find()) {
            sink.take(found.group(2), unescaped(found.group(4)));
        }
    }

    /** Takes one setting. */
    interface SettingSink {
        void take(String key, String value);
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&#13;", "\r")
                .replace("&amp;", "&");
    }
}
