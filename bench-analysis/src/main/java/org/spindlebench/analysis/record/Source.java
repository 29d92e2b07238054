package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * Where a run that another tool measured was read.
 *
 * @param format the importer's name, such as {@code aloja}
 * @param file the file's name, without its directory
 * @param line the line in it, from 1; null where a whole file is one run
 */
public record Source(String format, String file, Long line) {
    public Source {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
    }
}
