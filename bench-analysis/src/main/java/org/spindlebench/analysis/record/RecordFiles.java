package org.spindlebench.analysis.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/** The records of several files, opened one after another. */
final class RecordFiles implements RunSource {
    private final Iterator<Path> files;
    private RecordLines lines;

    RecordFiles(Iterator<Path> files) {
        this.files = files;
    }

    @Override
    public RunRecord next() throws IOException {
        while (true) {
            RunRecord run = lines == null ? null : lines.next();
            if (run != null) {
                return run;
            }
            close();
            if (!files.hasNext()) {
                return null;
            }
            Path file = files.next();
            if (!Records.hasLines(file)) {
                return Records.readOne(file);
            }
            lines = RecordLines.open(file);
        }
    }

    @Override
    public void close() throws IOException {
        if (lines != null) {
            lines.close();
            lines = null;
        }
    }
}
