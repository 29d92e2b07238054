package org.spindlebench.analysis.document;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.spindlebench.analysis.stats.Interval;

/** A JSON object under construction, in the order of additions; values that do not exist are omitted. */
public final class JsonObject implements JsonSerializable {
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** The components of each class of records that are written. */
    private static final ClassValue<List<Component>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            if (!type.isRecord()) {
                throw new IllegalArgumentException("a record was expected: " + type);
            }
            return Arrays.stream(type.getRecordComponents())
                    .filter(one -> !one.getAccessor().isAnnotationPresent(JsonIgnore.class))
                    .map(Component::of)
                    .toList();
        }
    };

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** A component of a record, with its key. */
    private record Component(String name, String key, Method accessor) {
        static Component of(RecordComponent one) {
            JsonProperty named = one.getAccessor().getAnnotation(JsonProperty.class);
            return new Component(
                    one.getName(),
                    named != null
                            ? named.value()
                            : CAPITAL.matcher(one.getName()).replaceAll("_$0").toLowerCase(Locale.ROOT),
                    one.getAccessor());
        }

        Object of(Object record) {
            try {
                return accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("a public record was expected: " + record.getClass(), e);
            }
        }
    }

    /** Returns an object with the components of a record, as {@link #all} appends them; null for null. */
    public static JsonObject of(Object record, String... omitted) {
        return record == null ? null : new JsonObject().all(record, omitted);
    }

    /**
     * Appends a value.
     *
     * @param value anything that {@link JsonDocument} writes; null, and an {@link Optional} without a value, are omitted
     * @return this
     */
    public JsonObject with(String key, Object value) {
        if (value instanceof Optional<?> optional) {
            return with(key, optional.orElse(null));
        }
        if (value instanceof OptionalDouble optional) {
            return with(key, optional.isPresent() ? (Object) optional.getAsDouble() : null);
        }
        if (value != null) {
            values.put(key, value);
        }
        return this;
    }

    /** Appends a list with one object for each element. */
    public <T> JsonObject list(String key, Collection<T> all, Function<T, JsonObject> json) {
        return with(key, all.stream().map(json).toList());
    }

    /** Appends the bounds of an interval as {@code low} and {@code high}, or nothing if there is none. */
    public JsonObject bounds(Optional<Interval> interval) {
        return bounds("", interval);
    }

    /** Appends the bounds of an interval; both keys begin with the prefix. */
    public JsonObject bounds(String prefix, Optional<Interval> interval) {
        return with(prefix + "low", interval.map(Interval::low)).with(prefix + "high", interval.map(Interval::high));
    }

    /**
     * Appends the components of a record, in their order, under their names: {@code reduceSkew} as {@code reduce_skew}.
     * A record in a record becomes an object, and an interval becomes its bounds. Jackson's annotation {@link
     * JsonIgnore} leaves out a component, and {@link JsonProperty} names its key.
     *
     * @param record a record; null appends nothing. Its type is not {@link Record}, because the JVM would then load every
     *     class of records before a caller can run, used or not.
     * @param omitted the names of components that are left out
     */
    public JsonObject all(Object record, String... omitted) {
        if (record == null) {
            return this;
        }
        Set<String> without = Set.of(omitted);
        for (Component one : COMPONENTS.get(record.getClass())) {
            if (!without.contains(one.name)) {
                Object value = one.of(record);
                Object known = value instanceof Optional<?> optional ? optional.orElse(null) : value;
                if (known instanceof Interval interval) {
                    bounds(Optional.of(interval));
                } else {
                    with(one.key, known instanceof Record nested ? of(nested) : known);
                }
            }
        }
        return this;
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
