package org.spindlebench.analysis.document;

import java.util.OptionalDouble;

/** In documents, and in what becomes one, what does not exist is null. */
public final class Absent {
    private Absent() {}

    /** The value, or null. */
    public static Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
