package org.spindlebench.jobs.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All counters of a node at one moment. Immutable. */
public final class ProbeSample {
    private final long millis;
    private final List<String> names;
    private final long[] values;

    /**
     * @param millis milliseconds since 1970 in UTC, by the node's clock
     * @param names names of the counters, such as {@code disk.sda.reads}
     * @param values one value for each name; an unsigned counter of the kernel may appear negative, but its differences
     *     are correct
     */
    public ProbeSample(long millis, List<String> names, long[] values) {
        if (names.size() != values.length) {
            throw new IllegalArgumentException(names.size() + " names and " + values.length + " values");
        }
        this.millis = millis;
        this.names = names;
        this.values = values;
    }

    /** Returns the milliseconds since 1970 in UTC, by the node's clock. */
    public long millis() {
        return millis;
    }

    /** Returns the names, in the order of the values. */
    public List<String> names() {
        return names;
    }

    public int size() {
        return values.length;
    }

    public long value(int index) {
        return values[index];
    }

    /** Returns a copy of the values, in the order of the names. */
    public long[] values() {
        return values.clone();
    }

    /** Collects the counters of one sample. */
    static final class Builder {
        private final List<String> names = new ArrayList<>();
        private final Set<String> known = new HashSet<>();
        private long[] values = new long[64];

        /** Adds a counter. If a counter is added twice, the first value counts. */
        void add(String name, long value) {
            if (!known.add(name)) {
                return;
            }
            if (names.size() == values.length) {
                values = Arrays.copyOf(values, 2 * values.length);
            }
            values[names.size()] = value;
            names.add(name);
        }

        /**
         * @param like a sample whose list of names is reused if it is equal, because most samples of a node share one
         *     list
         */
        ProbeSample build(long millis, ProbeSample like) {
            boolean same = like != null && like.names.equals(names);
            List<String> kept = same ? like.names : Collections.unmodifiableList(names);
            return new ProbeSample(millis, kept, Arrays.copyOf(values, names.size()));
        }
    }
}
