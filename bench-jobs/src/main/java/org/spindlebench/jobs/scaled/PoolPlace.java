package org.spindlebench.jobs.scaled;

/** Where some bytes of the input stand. */
final class PoolPlace {
    private final int file;
    private final long offset;

    PoolPlace(int file, long offset) {
        this.file = file;
        this.offset = offset;
    }

    /** The index of the file. */
    int file() {
        return file;
    }

    /** Bytes from the file's begin. */
    long offset() {
        return offset;
    }
}
