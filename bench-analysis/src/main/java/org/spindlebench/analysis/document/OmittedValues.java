package org.spindlebench.analysis.document;

import java.util.OptionalDouble;

/** Converts values for documents, in which null represents a value that does not exist. */
public final class OmittedValues {
    private OmittedValues() {}

    /** Returns the value, or null if there is none. */
    public static Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
