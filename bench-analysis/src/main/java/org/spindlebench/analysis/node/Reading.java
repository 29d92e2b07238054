package org.spindlebench.analysis.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a node's kernel had counted at one moment. Names are {@code GROUP.FIELD}, or {@code GROUP.NAME.FIELD} of devices, interfaces and
 * resources; see {@code docs/method.md}.
 */
public final class Reading {
    private final long millis;
    private final List<String> names;
    private final Map<String, Integer> places;
    private final long[] values;

    private Reading(long millis, List<String> names, Map<String, Integer> places, long[] values) {
        this.millis = millis;
        this.names = names;
        this.places = places;
        this.values = values;
    }

    /**
     * A reading.
     *
     * @param millis since 1970 in UTC, by the node's clock
     * @param names of the counters
     * @param values one for each name
     * @param like another reading, whose table of names is shared where it is the same; null where there is none
     */
    public static Reading of(long millis, List<String> names, long[] values, Reading like) {
        if (names.size() != values.length) {
            throw new IllegalArgumentException(names.size() + " names and " + values.length + " values");
        }
        if (like != null && like.names.equals(names)) {
            return new Reading(millis, like.names, like.places, values.clone());
        }
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            places.put(names.get(i), i);
        }
        return new Reading(millis, List.copyOf(names), places, values.clone());
    }

    /** Milliseconds since 1970 in UTC, by the node's clock. */
    public long millis() {
        return millis;
    }

    /** A counter's value; empty where this kernel does not count it. */
    public OptionalLong value(String name) {
        Integer place = places.get(name);
        return place == null ? OptionalLong.empty() : OptionalLong.of(values[place]);
    }

    /** The names of its counters, each with its place. */
    Map<String, Integer> places() {
        return places;
    }

    /** The value at a place. */
    long at(int place) {
        return values[place];
    }

    /** Whether another reading has the very same counters. */
    public boolean countsTheSameAs(Reading other) {
        return names == other.names || names.equals(other.names);
    }

    /** The devices, interfaces or resources of a group, sorted: of {@code disk} those that have {@code disk.NAME.FIELD}. */
    public Set<String> members(String group) {
        Set<String> members = new TreeSet<>();
        String prefix = group + ".";
        for (String name : names) {
            int last = name.lastIndexOf('.');
            if (name.startsWith(prefix) && last > prefix.length()) {
                members.add(name.substring(prefix.length(), last));
            }
        }
        return members;
    }
}
