package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A JSON object under construction, in the order of additions; values that do not exist are omitted. */
public final class JsonObject implements JsonSerializable {
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** The components of each class of records. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

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

    /**
     * Appends the components of a record, in their order, under their names: {@code reduceSkew} as {@code reduce_skew}.
     *
     * @param omitted the names of components that are left out
     */
    public JsonObject all(Record record, String... omitted) {
        Set<String> without = Set.of(omitted);
        for (RecordComponent one : COMPONENTS.get(record.getClass())) {
            if (!without.contains(one.getName())) {
                with(CAPITAL.matcher(one.getName()).replaceAll("_$0").toLowerCase(Locale.ROOT), value(one, record));
            }
        }
        return this;
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a public record was expected: " + record.getClass(), e);
        }
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
