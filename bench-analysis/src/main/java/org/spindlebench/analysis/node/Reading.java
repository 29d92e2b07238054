package org.spindlebench.analysis.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node's kernel counters at one moment. Names are {@code GROUP.FIELD}, or {@code GROUP.NAME.FIELD} for devices,
 * interfaces and resources; see {@code docs/devices.md}.
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
     * Makes a reading.
     *
     * @param millis the time in milliseconds since 1970 in UTC, by the node's clock
     * @param values the counters' values, one for each name
     * @param like another reading, to share its table of names if the names are equal; null if there is none
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

    /** Returns the time of the reading: milliseconds since 1970 in UTC, by the node's clock. */
    public long millis() {
        return millis;
    }

    /** Returns a counter's value; empty if this kernel does not count it. */
    public OptionalLong value(String name) {
        Integer place = places.get(name);
        return place == null ? OptionalLong.empty() : OptionalLong.of(values[place]);
    }

    /** Returns the place of a counter; -1 if there is none. */
    int place(String name) {
        Integer place = places.get(name);
        return place == null ? -1 : place;
    }

    /** Returns the other reading's place of the counter that has this place here; -1 if that reading lacks it. */
    int placeIn(Reading other, int place) {
        return names == other.names ? place : other.place(names.get(place));
    }

    int size() {
        return values.length;
    }

    long at(int place) {
        return values[place];
    }

    /** Checks whether another reading has exactly the same counters. */
    public boolean countsTheSameAs(Reading other) {
        return names == other.names || names.equals(other.names);
    }

    /** Returns a group's devices, interfaces or resources, sorted: each NAME of {@code disk.NAME.FIELD}. */
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
