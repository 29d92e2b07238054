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

    /**
     * By how much a node's counters grew from one reading to the next, by the rules by which a {@link Window} takes up a reading.
     *
     * @param before the first of the two
     * @param after the one that follows it
     */
    public record Change(Reading before, Reading after) {
        /** Of a counter of 64 bits; empty where it is not in both, or went back. */
        public OptionalDouble of(String name) {
            return step(name, false);
        }

        /** Of a counter that some kernels keep in 32 bits: where it went back, it may have begun again at 0. */
        public OptionalDouble wrapping(String name) {
            return step(name, true);
        }

        /**
         * Of a counter that the kernel lets go back a little, such as the time that processors waited: negative where it did.
         *
         * @return 0 where it is in neither, as kernels differ; empty where it is in one only
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

        /** Whether a counter is in at least one of the two. */
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
