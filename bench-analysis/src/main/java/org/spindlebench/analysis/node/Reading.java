package org.spindlebench.analysis.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.spindlebench.analysis.node.Increase.CounterStep;

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
     * @param millis since 1970 in UTC, by the node's clock
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

    /** Returns the names of the counters, each with its place. */
    Map<String, Integer> places() {
        return places;
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

    /** The growth of a node's counters from one reading to the next, by the same rules as in a {@link Window}. */
    public record Change(Reading before, Reading after) {
        /** Returns the growth of a 64-bit counter; empty if one reading lacks it, or if it went back. */
        public OptionalDouble of(String name) {
            return step(name, false);
        }

        /** Returns the growth of a counter that some kernels keep in 32 bits; it may have wrapped. */
        public OptionalDouble wrapping(String name) {
            return step(name, true);
        }

        /**
         * Returns the growth of a counter that the kernel lets go back a little, such as the time that processors
         * waited; negative if it went back.
         *
         * @return 0 if both readings lack the counter, because kernels differ; empty if one lacks it
         */
        public OptionalDouble signed(String name) {
            OptionalLong begin = before.value(name);
            OptionalLong end = after.value(name);
            if (begin.isEmpty() && end.isEmpty()) {
                return OptionalDouble.of(0);
            }
            return begin.isPresent() && end.isPresent()
                    ? OptionalDouble.of((double) (end.getAsLong() - begin.getAsLong()))
                    : OptionalDouble.empty();
        }

        /** Checks whether at least one of the two readings has a counter. */
        public boolean names(String name) {
            return before.value(name).isPresent() || after.value(name).isPresent();
        }

        private OptionalDouble step(String name, boolean wraps) {
            OptionalLong begin = before.value(name);
            OptionalLong end = after.value(name);
            if (begin.isEmpty() || end.isEmpty()) {
                return OptionalDouble.empty();
            }
            CounterStep step = CounterStep.between(begin.getAsLong(), end.getAsLong());
            return step.known() && (wraps || !step.back())
                    ? OptionalDouble.of((double) step.increase())
                    : OptionalDouble.empty();
        }
    }
}
