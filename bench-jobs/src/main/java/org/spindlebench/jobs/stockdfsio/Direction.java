package org.spindlebench.jobs.stockdfsio;

import java.util.Locale;

/** What TestDFSIO is to do. Of its other tests, {@code -seq} fails, and none is a job of a paper. */
public enum Direction {
    WRITE,
    READ;

    /** Its word as this tool's argument. */
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

    /** The option that asks stock TestDFSIO for it. */
    String option() {
        return "-" + label();
    }

    /** Where below its base directory TestDFSIO puts the job's output, which are its sums. */
    String sums() {
        return "io_" + label();
    }
}
