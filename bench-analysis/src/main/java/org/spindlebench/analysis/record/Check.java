package org.spindlebench.analysis.record;

import java.util.List;
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

    /** Returns one reason for each check that failed. */
    public static List<String> failed(List<Check> checks) {
        return checks.stream()
                .filter(check -> !check.passed)
                .map(check -> check.name + ": expected " + check.expected + ", found " + check.actual)
                .toList();
    }

    private static String shown(Object value) {
        return value == null ? "absent" : value.toString();
    }
}
