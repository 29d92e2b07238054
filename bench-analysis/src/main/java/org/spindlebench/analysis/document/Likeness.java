package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes lists of elements that are nearly alike in little space, such as the layouts of equal nodes. An element that
 * is nearly like an earlier one has only its name, in {@value #LIKE} the name of the earlier element, and in {@value
 * #BUT} what differs. There, an object has the keys that differ, and stands for a list by the places, from 0, of the
 * elements that differ.
 */
public final class Likeness {
    static final String LIKE = "like";
    static final String BUT = "but";

    /** The most elements of one list that others may be like, so that comparing them takes little time. */
    private static final int MOST_KINDS = 16;

    /** An element is like another one if at most one value in so many differs. */
    private static final int ONE_IN = 3;

    /** The most values of a list that is read, which is enough for 20,000 nodes. It keeps a small file from filling memory. */
    private static final long MOST_VALUES = 20_000_000;

    private Likeness() {}

    /** Writes a list of elements. */
    public abstract static class LikeWriter<T> extends JsonSerializer<List<T>> {
        private final String name;

        /** @param name the key of an element's name */
        protected LikeWriter(String name) {
            this.name = name;
        }

        @Override
        public void serialize(List<T> all, JsonGenerator out, SerializerProvider context) throws IOException {
            Map<String, ObjectNode> kinds = new LinkedHashMap<>();
            out.writeStartArray();
            for (T element : all) {
                JsonNode whole = JsonDocument.tree(element);
                out.writeTree(whole instanceof ObjectNode object ? written(object, kinds) : whole);
            }
            out.writeEndArray();
        }

        /** Returns the short form of an element if there is one, otherwise the element. */
        private ObjectNode written(ObjectNode whole, Map<String, ObjectNode> kinds) {
            if (!whole.path(name).isTextual()) {
                return whole;
            }
            String own = whole.path(name).textValue();
            ObjectNode best = null;
            String like = null;
            int least = values(whole) / ONE_IN + 1;
            for (Map.Entry<String, ObjectNode> kind : kinds.entrySet()) {
                ObjectNode but = difference(kind.getValue(), whole).orElse(null);
                if (but != null && values(but) < least) {
                    best = but;
                    like = kind.getKey();
                    least = values(but);
                }
            }
            if (best == null) {
                if (kinds.size() < MOST_KINDS) {
                    kinds.putIfAbsent(own, whole);
                }
                return whole;
            }
            best.remove(name);
            ObjectNode written = JsonNodeFactory.instance.objectNode();
            written.put(name, own).put(LIKE, like);
            return best.isEmpty() ? written : written.set(BUT, best);
        }
    }

    /** Reads a list that {@link LikeWriter} or an earlier version wrote. */
    public abstract static class LikeReader<T> extends JsonDeserializer<List<T>> {
        private final String name;
        private final Class<T> type;

        /** @param name the key of an element's name */
        protected LikeReader(String name, Class<T> type) {
            this.name = name;
            this.type = type;
        }

        @Override
        public List<T> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.isExpectedStartArrayToken()) {
                throw JsonMappingException.from(in, "a list was expected");
            }
            Map<String, ObjectNode> kinds = new LinkedHashMap<>();
            List<T> all = new ArrayList<>();
            long read = 0;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                JsonNode element = in.readValueAsTree();
                if (element instanceof ObjectNode object) {
                    element = object.has(LIKE) ? whole(object, kinds, in) : object;
                    kinds.putIfAbsent(element.path(name).asText(), (ObjectNode) element);
                }
                read += values(element);
                if (read > MOST_VALUES) {
                    throw JsonMappingException.from(in, "a list of more than " + MOST_VALUES + " values");
                }
                all.add(context.readTreeAsValue(element, type));
            }
            return all;
        }

        private ObjectNode whole(ObjectNode written, Map<String, ObjectNode> kinds, JsonParser in)
                throws JsonMappingException {
            ObjectNode like = kinds.get(written.path(LIKE).asText());
            if (like == null) {
                throw JsonMappingException.from(
                        in, "'" + LIKE + "' names no earlier element: " + written.path(LIKE).asText());
            }
            ObjectNode whole = like.deepCopy();
            if (written.path(BUT) instanceof ObjectNode but) {
                change(whole, but, in);
            }
            whole.set(name, written.path(name));
            return whole;
        }

        private static void change(ObjectNode whole, ObjectNode but, JsonParser in) throws JsonMappingException {
            for (Map.Entry<String, JsonNode> other : but.properties()) {
                whole.set(other.getKey(), changed(whole.path(other.getKey()), other.getValue(), in));
            }
        }

        private static JsonNode changed(JsonNode before, JsonNode other, JsonParser in) throws JsonMappingException {
            if (before instanceof ObjectNode object && other instanceof ObjectNode but) {
                change(object, but, in);
                return object;
            }
            if (before instanceof ArrayNode list && other instanceof ObjectNode but) {
                for (Map.Entry<String, JsonNode> element : but.properties()) {
                    int place = place(element.getKey(), list.size(), in);
                    list.set(place, changed(list.get(place), element.getValue(), in));
                }
                return list;
            }
            return other;
        }

        private static int place(String key, int size, JsonParser in) throws JsonMappingException {
            if (!key.matches("\\d{1,9}") || Integer.parseInt(key) >= size) {
                throw JsonMappingException.from(in, "'" + BUT + "' names no place in a list: " + key);
            }
            return Integer.parseInt(key);
        }
    }

    /** Returns the number of values in a tree, and one for each object and list. */
    private static int values(JsonNode tree) {
        int values = 1;
        for (JsonNode below : tree) {
            values += below.isContainerNode() ? values(below) : 1;
        }
        return values;
    }

    /** Returns what differs in another object; empty if the other lacks a key, which the short form cannot say. */
    private static Optional<ObjectNode> difference(ObjectNode before, ObjectNode after) {
        ObjectNode differs = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> known : before.properties()) {
            if (!after.has(known.getKey())) {
                return Optional.empty();
            }
        }
        for (Map.Entry<String, JsonNode> value : after.properties()) {
            if (!add(value.getKey(), before.path(value.getKey()), value.getValue(), differs)) {
                return Optional.empty();
            }
        }
        return Optional.of(differs);
    }

    /** Adds what differs under a key, and returns whether the short form can say it. */
    private static boolean add(String key, JsonNode before, JsonNode after, ObjectNode to) {
        if (before.equals(after)) {
            return true;
        }
        Optional<ObjectNode> differs = Optional.empty();
        if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
            differs = difference(one, other);
        } else if (before instanceof ArrayNode one && after instanceof ArrayNode other && one.size() == other.size()) {
            differs = difference(one, other);
        } else if (!before.isContainerNode() || !after.isObject()) {
            to.set(key, after);
            return true;
        }
        differs.ifPresent(below -> to.set(key, below));
        return differs.isPresent();
    }

    private static Optional<ObjectNode> difference(ArrayNode before, ArrayNode after) {
        ObjectNode differs = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < after.size(); i++) {
            if (!add(String.valueOf(i), before.get(i), after.get(i), differs)) {
                return Optional.empty();
            }
        }
        return Optional.of(differs);
    }
}
