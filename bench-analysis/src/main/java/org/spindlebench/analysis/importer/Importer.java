package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunSource;

/** Reads one format of other people's results. Use it through {@link Imports}, which refuses files that hold nothing. */
public interface Importer {
    /** The format's name, as the command line and {@code source.format} have it. */
    String name();

    /** What it reads, in a few words. */
    String summary();

    /** Where the names of setups come from. */
    SetupName setupName();

    /**
     * Opens a file. The source gives every run that can be read, in the order of the file, with names that are unique in it; it
     * holds no more than one of them.
     *
     * @param file what to read, and how to call it
     * @param unreadable told of every line that looks like a result and cannot be read, while the source is being read
     * @throws InvalidDocumentException if the file is not of this format at all; the source may throw it as well
     * @throws IOException if it could not be read
     */
    RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException;
}
