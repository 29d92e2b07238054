package org.spindlebench.analysis.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A source of records as an iterator that reads no further than it is asked. */
final class RunIterator implements Iterator<RunRecord>, AutoCloseable {
    private final RunSource source;
    private RunRecord next;

    RunIterator(RunSource source) {
        this.source = source;
    }

    @Override
    public boolean hasNext() {
        try {
            if (next == null) {
                next = source.next();
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
            source.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
