package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * One check that a run did what it claims.
 *
 * @param name the quantity that was compared
 */
public record Check(String name, String expected, String actual, boolean passed) {
    public Check {
        Objects.requireNonNull(name, "name");
    }

    /** Checks that two values exist and are equal; a missing value, such as a counter, proves nothing. */
    public static Check equal(String name, Object expected, Object actual) {
        return new Check(name, shown(expected), shown(actual), expected != null && expected.equals(actual));
    }

    private static String shown(Object value) {
        return value == null ? "absent" : value.toString();
    }
}
