package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * One check of a run's proof.
 *
 * @param name what was compared
 * @param expected what it should have been
 * @param actual what it was
 * @param passed whether the two agree
 */
public record Check(String name, String expected, String actual, boolean passed) {
    public Check {
        Objects.requireNonNull(name, "name");
    }

    /** A check that two values are equal. */
    public static Check equal(String name, Object expected, Object actual) {
        return new Check(name, String.valueOf(expected), String.valueOf(actual), Objects.equals(expected, actual));
    }
}
