package org.spindlebench.analysis.collector;

import org.spindlebench.analysis.importer.UnreadableLine;

/** Is told what a user should know of files while they are being read. */
public interface ReadingLog {
    /** Lines that cannot be read; what follows them is read where the format allows it. */
    void unreadable(UnreadableLine line);

    /**
     * What is no mistake, and matters: an end that is cut off, the time zone that was taken.
     *
     * @param file the file
     * @param text a part of a sentence
     */
    void note(String file, String text);
}
