package org.spindlebench.analysis.importer;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A file to import.
 *
 * @param path the file
 * @param campaign what its runs' campaign is called, and by which runs of several files are told apart
 * @param setup the setup of its runs, for formats that do not name one; empty for the format's own default
 */
public record ImportFile(Path path, String campaign, Optional<String> setup) {
    public ImportFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(setup, "setup");
    }

    /** A file whose campaign is called after it. */
    public static ImportFile of(Path path) {
        return new ImportFile(path, SafeName.ofFile(path), Optional.empty());
    }

    /** The file's name without its directory: what records and lists of unreadable lines call it. */
    public String name() {
        return String.valueOf(path.getFileName());
    }
}
