package org.spindlebench.analysis.compare;

import java.util.OptionalDouble;

/** In results that become documents, what does not exist is null. */
final class Absent {
    private Absent() {}

    static Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
