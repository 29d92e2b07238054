package org.spindlebench.analysis.cost;

import java.util.SortedSet;
import java.util.TreeSet;

/** A sum of inputs, unknown as soon as one of them is not stated. */
final class Sum {
    private final SortedSet<String> missing = new TreeSet<>();
    private double total;

    /** Adds so many times a value; {@code key} names it where it is not stated. Nothing times an unknown value is nothing. */
    Sum add(double times, Double value, String key) {
        if (times == 0) {
            return this;
        }
        if (value == null) {
            missing.add(key);
        } else {
            total += times * value;
        }
        return this;
    }

    /** Adds so many times another sum. */
    Sum add(double times, Sum other) {
        missing.addAll(other.missing);
        total += times * other.total;
        return this;
    }

    /** Adds another sum as often as a number says that may not be stated either. */
    Sum addEach(Integer times, Sum other, String keyOfTimes) {
        if (times == null) {
            missing.add(keyOfTimes);
        }
        return add(times == null ? 0 : times, other);
    }

    /** The sum; null when an input is not stated. */
    Double value() {
        return missing.isEmpty() ? total : null;
    }

    /** The keys of the inputs that are not stated. */
    SortedSet<String> missing() {
        return missing;
    }
}
