package org.spindlebench.jobs.stockdfsio;

import java.util.Locale;

/**
 * The TestDFSIO test to run. The other tests are not supported, because {@code -seq} fails and no paper uses the other
 * tests.
 */
public enum Direction {
    WRITE,
    READ;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Direction of(String label) {
        for (Direction direction : values()) {
            if (direction.label().equals(label)) {
                return direction;
            }
        }
        throw new IllegalArgumentException("TestDFSIO can only write or read, not '" + label + "'");
    }

    /** Returns the option of stock TestDFSIO. */
    String option() {
        return "-" + label();
    }

    /** Returns the path of the job's output, which contains its sums, relative to TestDFSIO's base directory. */
    String sums() {
        return "io_" + label();
    }
}
