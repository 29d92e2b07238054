package org.spindlebench.jobs.probe.layout;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** One fact about a node, such as a device, a directory or a setting. Immutable. */
public final class Finding {
    private final String kind;
    private final String name;
    private final SortedMap<String, String> attributes;

    /**
     * @param kind the kind, such as {@code device}; not empty
     * @param name the name of the object, such as {@code sda}
     * @param attributes the known attributes of the object; no key is empty
     */
    public Finding(String kind, String name, SortedMap<String, String> attributes) {
        if (kind.isEmpty() || attributes.containsKey("")) {
            throw new IllegalArgumentException("a finding has a kind and its attributes have keys: " + name);
        }
        this.kind = kind;
        this.name = Objects.requireNonNull(name, "name");
        this.attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    public String kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public SortedMap<String, String> attributes() {
        return attributes;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Finding)) {
            return false;
        }
        Finding that = (Finding) other;
        return kind.equals(that.kind) && name.equals(that.name) && attributes.equals(that.attributes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, name, attributes);
    }

    @Override
    public String toString() {
        return kind + " " + name + " " + attributes;
    }

    /** Collects known attributes. */
    static final class Builder {
        private final String kind;
        private final String name;
        private final SortedMap<String, String> attributes = new TreeMap<>();

        Builder(String kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        /** Adds an attribute unless its value is null or empty, which means unknown. */
        Builder with(String key, String value) {
            if (value != null && !value.isEmpty()) {
                attributes.put(key, value);
            }
            return this;
        }

        Builder with(String key, Iterable<String> values) {
            return with(key, String.join(",", values));
        }

        Finding build() {
            return new Finding(kind, name, attributes);
        }
    }
}
