package org.spindlebench.analysis.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.Origin;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * JSON Lines, in their order. Blank lines are skipped. Lines are read in batches, which begin small for those who want the first
 * few, and the lines of a large one are parsed on all processors.
 */
final class RecordLines implements RunSource {
    /** A record with every counter and some hundred thousand tasks is shorter. */
    private static final int LONGEST = 1 << 26;

    private static final int MOST_LINES = 1 << 10;
    private static final int MOST_BYTES = 1 << 22;
    /** Smaller batches are not worth sharing out. */
    private static final int SHARED_LINES = 1 << 6;

    private final Utf8Lines lines;
    private final String name;
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
            batch = read(batchLines);
            batchLines = Math.min(MOST_LINES, 2 * batchLines);
        }
        return batch.hasNext() ? batch.next().run() : null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private Iterator<Outcome> read(int most) throws IOException {
        List<Line> read = new ArrayList<>(most);
        long bytes = 0;
        while (read.size() < most && bytes < MOST_BYTES && lines.advance()) {
            if (!lines.isBlank()) {
                Line line = new Line(lines, name);
                bytes += line.length();
                read.add(line);
            }
        }
        Stream<Line> all = read.size() < SHARED_LINES ? read.stream() : read.parallelStream();
        return all.map(Line::parse).toList().iterator();
    }

    /** A line before it is parsed: its bytes where they are ASCII, else its text, else what keeps it from being one. */
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

    /** A run, or why there is none: for the reader who comes to its line, and not before. */
    private record Outcome(RunRecord read, InvalidDocumentException failure) {
        RunRecord run() {
            if (failure != null) {
                throw failure;
            }
            return read;
        }
    }
}
