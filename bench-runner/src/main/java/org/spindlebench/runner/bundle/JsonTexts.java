package org.spindlebench.runner.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayDeque;
import java.util.Deque;

/** Changes the keys and texts of a JSON document, or of several in one text, and nothing else. */
final class JsonTexts {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String LIST = "[]";

    private final String json;
    private final TextsChange change;
    private final StringBuilder out;
    private final Deque<Container> open = new ArrayDeque<>();

    private String key = "";
    private int at;

    /**
     * An object or a list that is open.
     *
     * @param before the key before it
     * @param name its key, followed by {@code []} for a list and for the objects in it
     */
    private record Container(String before, String name, boolean list) {}

    private JsonTexts(String json, TextsChange change) {
        this.json = json;
        this.change = change;
        this.out = new StringBuilder(json.length());
    }

    /** Changes keys and texts. */
    interface TextsChange {
        /**
         * @param parent the key of the object that the key is in, followed by {@code []} if it is in a list; empty if it
         *     has none
         */
        String key(String parent, String name);

        /** @param key the key of the text, or of the list that it is in */
        String text(String key, String text);
    }

    static String changed(String json, TextsChange change) {
        return new JsonTexts(json, change).changed();
    }

    private String changed() {
        while (at < json.length()) {
            char next = json.charAt(at);
            if (next == '"') {
                string();
                continue;
            }
            if (next == '{' || next == '[') {
                begin(next == '[');
            } else if ((next == '}' || next == ']') && !open.isEmpty()) {
                key = open.pop().before();
            }
            out.append(next);
            at++;
        }
        return out.toString();
    }

    private void begin(boolean list) {
        boolean inList = !open.isEmpty() && open.peek().list();
        String name = list ? key + LIST : inList ? open.peek().name() : key;
        open.push(new Container(key, name, list));
    }

    private void string() {
        int end = at + 1;
        while (end < json.length() && json.charAt(end) != '"') {
            end += json.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, json.length());
        String written = json.substring(at + 1, end);
        String text = decoded(written);
        boolean isKey = isBeforeColon(end + 1);
        String parent = open.isEmpty() ? "" : open.peek().name();
        String changed = isKey ? change.key(parent, text) : change.text(key, text);
        if (isKey) {
            key = text;
        }
        out.append('"').append(changed.equals(text) ? written : encoded(changed));
        if (end < json.length()) {
            out.append('"');
        }
        at = end + 1;
    }

    private boolean isBeforeColon(int from) {
        int next = from;
        while (next < json.length() && Character.isWhitespace(json.charAt(next))) {
            next++;
        }
        return next < json.length() && json.charAt(next) == ':';
    }

    private static String decoded(String written) {
        if (written.indexOf('\\') < 0) {
            return written;
        }
        try {
            return MAPPER.readValue('"' + written + '"', String.class);
        } catch (JsonProcessingException notJson) {
            return written;
        }
    }

    private static String encoded(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }
}
