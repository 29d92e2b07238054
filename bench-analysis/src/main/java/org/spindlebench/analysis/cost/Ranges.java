package org.spindlebench.analysis.cost;

/** Checks the ranges of inputs. Null is allowed, and means that the list does not state the input. */
final class Ranges {
    private Ranges() {}

    static void notNegative(String name, Double value) {
        check(name, value, value == null || value >= 0, "at least 0");
    }

    static void positive(String name, Double value) {
        check(name, value, value == null || value > 0, "above 0");
    }

    static void atLeast(int least, String name, Integer value) {
        if (value != null && value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
        }
    }

    /** Requires a share of at least 0 and below 1. */
    static void shareBelowOne(String name, Double value) {
        check(name, value, value == null || (value >= 0 && value < 1), "from 0 to below 1");
    }

    /** Requires a share above 0 and at most 1. */
    static void shareAboveZero(String name, Double value) {
        check(name, value, value == null || (value > 0 && value <= 1), "above 0 and at most 1");
    }

    private static void check(String name, Double value, boolean allowed, String range) {
        if (!allowed || (value != null && !Double.isFinite(value))) {
            throw new IllegalArgumentException(name + " must be a number " + range + ": " + value);
        }
    }
}
