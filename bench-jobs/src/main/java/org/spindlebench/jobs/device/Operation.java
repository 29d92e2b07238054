package org.spindlebench.jobs.device;

/** What is asked of a device. */
enum Operation {
    /** One stream, from a new file's begin to its end. */
    WRITE("write"),
    /** One stream, from the file's begin to its end. */
    READ("read"),
    /** Whole blocks of the file, in random order. */
    RANDOM_READ("randread"),
    /** Whole blocks of the file, in random order, over what is there. */
    RANDOM_WRITE("randwrite");

    private final String text;

    Operation(String text) {
        this.text = text;
    }

    /** As fio calls it. */
    String text() {
        return text;
    }

    boolean writes() {
        return this == WRITE || this == RANDOM_WRITE;
    }

    boolean isRandom() {
        return this == RANDOM_READ || this == RANDOM_WRITE;
    }
}
