package org.spindlebench.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The fields of a document that enter a bundle, each with its rule. The tables are {@code *.rules} in this package's
 * resources; {@code record.rules} describes the format of a line. Only fields with a line there enter a bundle.
 */
final class AllowedFields {
    /** The rule of a value; null for an object. */
    private FieldRule rule;

    private final Map<String, AllowedFields> fields = new HashMap<>();

    /** The rule for the keys of a map; null for an object with known fields. */
    private FieldRule keys;

    private AllowedFields values;

    private AllowedFields() {}

    /** Reads the table of a kind of documents, such as {@code record}. */
    static AllowedFields of(String document) {
        AllowedFields all = new AllowedFields();
        lines(document).forEach(line -> {
            String[] words = line.split(" +", -1);
            all.add(List.of(words[0].split("\\.", -1)), rule(words[1]));
        });
        return all;
    }

    /** Returns the lines of a table without comments. */
    static Stream<String> lines(String table) {
        String name = table + ".rules";
        try (InputStream in = AllowedFields.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.startsWith("#")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("the jar lacks " + name, e);
        }
    }

    private static FieldRule rule(String word) {
        return FieldRule.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private void add(List<String> path, FieldRule leaf) {
        if (path.isEmpty()) {
            rule = leaf;
            return;
        }
        List<String> rest = path.subList(1, path.size());
        String step = path.get(0);
        if (step.startsWith("{")) {
            keys = rule(step.substring(1, step.length() - 1));
            values = values == null ? new AllowedFields() : values;
            values.add(rest, leaf);
            return;
        }
        for (String name : step.split("\\|", -1)) {
            fields.computeIfAbsent(name, any -> new AllowedFields()).add(rest, leaf);
        }
    }

    /** Returns the document with only these fields. */
    JsonNode only(JsonNode document, MadeUpNames names) {
        return allowed("", document, names);
    }

    private JsonNode allowed(String key, JsonNode value, MadeUpNames names) {
        if (value.isNull()) {
            return value;
        }
        if (value.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            for (JsonNode one : value) {
                JsonNode made = allowed(key, one, names);
                if (made != null) {
                    list.add(made);
                }
            }
            return list;
        }
        if (value.isObject()) {
            return rule == null ? object(value, names) : null;
        }
        if (!value.isTextual()) {
            return rule == FieldRule.NUMBER ? value : null;
        }
        String text = rule == null ? null : rule.of(key, value.textValue(), names);
        return text == null ? null : TextNode.valueOf(text);
    }

    private ObjectNode object(JsonNode value, MadeUpNames names) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.properties().forEach(field -> {
            AllowedFields known = fields.get(field.getKey());
            String name = known != null || keys == null ? field.getKey() : keys.key(field.getKey(), names);
            AllowedFields of = known == null ? values : known;
            JsonNode made = of == null || name == null ? null : of.allowed(field.getKey(), field.getValue(), names);
            if (made != null) {
                object.set(name, made);
            }
        });
        return object;
    }

    /**
     * Returns the rule of a field; null if there is none. The path has the names of the fields from here on, and a
     * blank name for each key of a map.
     */
    FieldRule ruleOf(List<String> path) {
        if (path.isEmpty() || rule == FieldRule.OUT) {
            return rule;
        }
        AllowedFields next = path.get(0).isEmpty() ? values : fields.get(path.get(0));
        return next == null ? null : next.ruleOf(path.subList(1, path.size()));
    }
}
