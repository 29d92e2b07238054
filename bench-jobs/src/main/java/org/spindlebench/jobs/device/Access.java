package org.spindlebench.jobs.device;

/** How the page cache is kept out of a measurement. */
enum Access {
    /** O_DIRECT: requests pass the page cache by. */
    DIRECT("direct"),
    /** Writes end with fsync; before reads the file's pages are dropped, and seen to be gone. */
    BUFFERED("buffered"),
    /** Not at all: the file system has no device below it. */
    MEMORY("memory");

    private final String text;

    Access(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
