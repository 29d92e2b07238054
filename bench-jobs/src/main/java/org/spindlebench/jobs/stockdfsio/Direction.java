package org.spindlebench.jobs.stockdfsio;

import java.util.Locale;

/** The test that TestDFSIO runs. The others are left out: {@code -seq} fails, and no paper uses the rest. */
public enum Direction {
    WRITE,
    READ;

    /** Returns the direction's word in this tool's arguments. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Direction of(String label) {
        for (Direction direction : values()) {
            if (direction.label().equals(label)) {
                return direction;
            }
        }
        throw new IllegalArgumentException("TestDFSIO is asked to '" + label + "': allowed is write or read");
    }

    /** Returns stock TestDFSIO's option. */
    String option() {
        return "-" + label();
    }

    /** Returns the path, below TestDFSIO's base directory, of the job's output, which are its sums. */
    String sums() {
        return "io_" + label();
    }
}
