package org.spindlebench.analysis.importer;

import java.util.Objects;

/**
 * A line that looks like a result and cannot be read.
 *
 * @param file the file's name, without its directory
 * @param line the line in it, from 1
 * @param reason what is wrong with it
 */
public record UnreadableLine(String file, long line, String reason) {
    public UnreadableLine {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(reason, "reason");
    }

    @Override
    public String toString() {
        return file + ": line " + line + ": " + reason;
    }
}
