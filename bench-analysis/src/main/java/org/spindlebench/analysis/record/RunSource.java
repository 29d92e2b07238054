package org.spindlebench.analysis.record;

import java.io.Closeable;
import java.io.IOException;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** Records, one after another. {@link Records#stream} makes a stream of them. */
public interface RunSource extends Closeable {
    /**
     * The next record, or null at the end.
     *
     * @throws InvalidDocumentException if what comes next can't be understood
     * @throws IOException if it could not be read
     */
    RunRecord next() throws IOException;
}
