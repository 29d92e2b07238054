package org.spindlebench.analysis.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.record.Records.RunSource;

/**
 * Reads JSON Lines in their order and skips blank lines. Lines are read in batches, which begin small for callers that
 * want the first few. Large batches are parsed on other processors while the caller works on the previous one.
 */
final class RecordLines implements RunSource {
    /** The most bytes in a line. A record with every counter and several hundred thousand tasks is shorter. */
    private static final int LONGEST = 1 << 26;

    private static final int MOST_LINES = 1 << 7;
    private static final int MOST_BYTES = 1 << 19;
    /** The fewest lines in a batch that another processor parses. */
    private static final int SHARED_LINES = 1 << 6;
    /** The number of batches that are read ahead. */
    private static final int AHEAD = 8;

    private final Utf8Lines lines;
    private final String name;
    private final Deque<FutureTask<List<Outcome>>> ahead = new ArrayDeque<>();
    private Iterator<Outcome> batch = List.<Outcome>of().iterator();
    private int batchLines = 1;

    RecordLines(InputStream in, String name) {
        this.lines = new Utf8Lines(in, name, LONGEST);
        this.name = name;
    }

    static RecordLines open(Path file) throws IOException {
        return new RecordLines(Files.newInputStream(file), file.toString());
    }

    @Override
    public RunRecord next() throws IOException {
        if (!batch.hasNext()) {
            readAhead();
            batch = ahead.isEmpty() ? batch : parsed(ahead.remove()).iterator();
        }
        return batch.hasNext() ? batch.next().run() : null;
    }

    @Override
    public void close() throws IOException {
        ahead.clear();
        lines.close();
    }

    private void readAhead() throws IOException {
        int most = batchLines < SHARED_LINES ? 1 : AHEAD;
        while (ahead.size() < most) {
            List<Line> read = read();
            if (read.isEmpty()) {
                return;
            }
            FutureTask<List<Outcome>> task =
                    new FutureTask<>(() -> read.stream().map(Line::parse).toList());
            ahead.add(task);
            if (read.size() >= SHARED_LINES) {
                ForkJoinPool.commonPool().execute(task);
            }
        }
    }

    private List<Line> read() throws IOException {
        List<Line> read = new ArrayList<>(batchLines);
        long bytes = 0;
        while (read.size() < batchLines && bytes < MOST_BYTES && lines.advance()) {
            if (!lines.isBlank()) {
                Line line = new Line(lines, name);
                bytes += line.length();
                read.add(line);
            }
        }
        batchLines = Math.min(MOST_LINES, 2 * batchLines);
        return read;
    }

    /**
     * Returns a parsed batch. This thread parses it, unless another one does so already; then it parses later batches
     * while it waits. No batch is parsed twice.
     */
    private List<Outcome> parsed(FutureTask<List<Outcome>> task) throws InterruptedIOException {
        task.run();
        for (Iterator<FutureTask<List<Outcome>>> later = ahead.descendingIterator();
                later.hasNext() && !task.isDone(); ) {
            later.next().run();
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while records were being read");
        }
    }

    /** A line before parsing: ASCII bytes, other text, or the reason why its bytes are not text. */
    private static final class Line {
        private final Origin origin;
        private final byte[] ascii;
        private final String text;
        private final InvalidDocumentException failure;

        Line(Utf8Lines lines, String name) {
            origin = new Origin(name, lines.number());
            ascii = lines.asciiBytes();
            String decoded = null;
            InvalidDocumentException refusal = null;
            try {
                decoded = ascii == null ? lines.text() : null;
            } catch (InvalidDocumentException e) {
                refusal = e;
            }
            text = decoded;
            failure = refusal;
        }

        long length() {
            return ascii != null ? ascii.length : text != null ? text.length() : 0;
        }

        Outcome parse() {
            try {
                if (failure != null) {
                    return new Outcome(null, failure);
                }
                RunRecord run = ascii == null
                        ? JsonDocument.parse(text, RunRecord.class, RunRecord.SCHEMA, origin)
                        : JsonDocument.parse(ascii, RunRecord.class, RunRecord.SCHEMA, origin);
                return new Outcome(run, null);
            } catch (InvalidDocumentException e) {
                return new Outcome(null, e);
            }
        }
    }

    /** A run, or the failure to throw when the caller reaches the run's line. */
    private record Outcome(RunRecord read, InvalidDocumentException failure) {
        RunRecord run() {
            if (failure != null) {
                throw failure;
            }
            return read;
        }
    }
}
