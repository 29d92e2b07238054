package org.spindlebench.analysis.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The records of several files, opened one after another. */
final class RecordIterator implements Iterator<RunRecord>, AutoCloseable {
    private final Iterator<Path> files;
    private RecordLines lines;
    private RunRecord next;

    /** @param lines what is read before the files, or null */
    RecordIterator(Iterator<Path> files, RecordLines lines) {
        this.files = files;
        this.lines = lines;
    }

    @Override
    public boolean hasNext() {
        try {
            if (next == null) {
                next = advance();
            }
            return next != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public RunRecord next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        RunRecord run = next;
        next = null;
        return run;
    }

    @Override
    public void close() {
        try {
            closeLines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunRecord advance() throws IOException {
        while (true) {
            RunRecord run = lines == null ? null : lines.next();
            if (run != null) {
                return run;
            }
            closeLines();
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

    private void closeLines() throws IOException {
        if (lines != null) {
            lines.close();
            lines = null;
        }
    }
}
