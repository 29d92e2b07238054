package org.spindlebench.runner.conf;

import java.util.List;

/** A YAML document with the place of everything in it. Scalars stay text: what {@code off} or {@code 010} mean, the reader decides. */
public sealed interface YamlTree {
    Location location();

    /** What it is, for messages. */
    String kind();

    /**
     * A single value.
     *
     * @param text as written, without quotes
     * @param quoted whether quotes make it a text, whatever it looks like
     */
    record Scalar(Location location, String text, boolean quoted) implements YamlTree {
        @Override
        public String kind() {
            return isAbsent() ? "nothing" : "a single value";
        }

        /** A key without a value. */
        public boolean isAbsent() {
            return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }
    }

    /** A list. */
    record Sequence(Location location, List<YamlTree> items) implements YamlTree {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Keys and values in the order they were written; a key may occur twice. */
    record Mapping(Location location, List<Entry> entries) implements YamlTree {
        public Mapping {
            entries = List.copyOf(entries);
        }

        @Override
        public String kind() {
            return "a map of keys and values";
        }
    }

    /** One key of a map. */
    record Entry(Scalar key, YamlTree value) {}
}
