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

    /**
     * Checks that two values exist and are equal. A missing value, such as a counter that no task kept, proves nothing.
     */
    public static Check equal(String name, Object expected, Object actual) {
        return new Check(name, shown(expected), shown(actual), expected != null && expected.equals(actual));
    }

    private static String shown(Object value) {
        return value == null ? "absent" : value.toString();
    }
}
