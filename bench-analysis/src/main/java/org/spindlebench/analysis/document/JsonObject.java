package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A JSON object under construction, in the order of additions; values that do not exist are omitted. */
public final class JsonObject implements JsonSerializable {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /**
     * Appends a value.
     *
     * @param value anything that {@link JsonDocument} writes; null is omitted
     * @return this
     */
    public JsonObject with(String key, Object value) {
        if (value != null) {
            values.put(key, value);
        }
        return this;
    }

    /** Appends a number, or nothing if {@code value} is empty. */
    public JsonObject with(String key, OptionalDouble value) {
        return with(key, value.isPresent() ? (Object) value.getAsDouble() : null);
    }

    /** Appends a list with one object for each element. */
    public <T> JsonObject list(String key, Collection<T> all, Function<T, JsonObject> json) {
        return with(key, all.stream().map(json).toList());
    }

    /** Returns an unmodifiable view of the values by key, in the order of additions. */
    public Map<String, Object> entries() {
        return Collections.unmodifiableMap(values);
    }

    @Override
    public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeStartObject(this);
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            provider.defaultSerializeField(entry.getKey(), entry.getValue(), out);
        }
        out.writeEndObject();
    }

    @Override
    public void serializeWithType(JsonGenerator out, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        serialize(out, provider);
    }
}
