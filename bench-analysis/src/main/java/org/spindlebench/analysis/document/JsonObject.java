package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A JSON object in the making: keys stay in the order in which they are put, and what does not exist stays out. */
public final class JsonObject implements JsonSerializable {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /**
     * Puts a value behind those that are there.
     *
     * @param value anything that {@link JsonDocument} writes; null for what does not exist
     * @return this
     */
    public JsonObject with(String key, Object value) {
        if (value != null) {
            values.put(key, value);
        }
        return this;
    }

    /** The same of a number that may not exist. */
    public JsonObject with(String key, OptionalDouble value) {
        return with(key, value.isPresent() ? (Object) value.getAsDouble() : null);
    }

    /** The same of a list with an object for each element. */
    public <T> JsonObject list(String key, Collection<T> all, Function<T, JsonObject> json) {
        return with(key, all.stream().map(json).toList());
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
