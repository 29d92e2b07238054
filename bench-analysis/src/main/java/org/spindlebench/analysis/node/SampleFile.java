package org.spindlebench.analysis.node;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.UnpackedStream;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * Reads the file of samples next to a record ({@code <run>.nodes.gz}; its format is in {@code docs/records.md}). The
 * reader holds one sample at a time, for a file of any length.
 */
public final class SampleFile {
    private static final String NODE = "node ";
    private static final String COLUMNS = "columns";
    /** The largest number of characters in a line, enough for the names of a hundred thousand counters. */
    private static final int LONGEST = 1 << 22;
    /** The latest accepted time: the end of the year 9999. */
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    /** The largest number of nodes in a file. */
    private static final int MOST_NODES = 100_000;

    private final String name;
    private final Utf8Lines lines;
    private final SampleConsumer sink;
    private final Set<String> nodes = new HashSet<>();
    private String node;
    private List<String> counters;
    private Reading like;
    private long[] values;
    private long millis;
    private boolean first;

    /** Receives samples. */
    public interface SampleConsumer {
        /**
         * Receives one sample. A node's samples come one after another, in chronological order, before those of the
         * next node.
         */
        void take(String node, Reading reading);
    }

    private SampleFile(String name, Utf8Lines lines, SampleConsumer sink) {
        this.name = name;
        this.lines = lines;
        this.sink = sink;
    }

    /**
     * Passes every sample to the sink.
     *
     * @throws InvalidDocumentException if the file is cut off, damaged, or not a file of samples; the message names
     *     file and line. The sink has already received the samples before that line
     * @throws IOException if the file could not be read
     */
    public static void read(Path file, SampleConsumer sink) throws IOException {
        try (InputStream packed = Files.newInputStream(file)) {
            read(packed, file.toString(), UnpackedStream.MOST_BYTES, sink);
        }
    }

    /** Passes every sample to the sink. Fails if there are more than this many unpacked bytes. */
    static void read(InputStream packed, String name, long most, SampleConsumer sink) throws IOException {
        Utf8Lines lines = null;
        try (InputStream in = UnpackedStream.of(packed, name, most)) {
            lines = new Utf8Lines(in, name, LONGEST);
            new SampleFile(name, lines, sink).read();
        } catch (EOFException | ZipException damaged) {
            long line = lines == null ? 1 : Math.max(1, lines.number());
            String how = damaged instanceof EOFException ? "the file is cut off here" : "the file is damaged here";
            String words = damaged.getMessage() == null ? "" : " (" + damaged.getMessage() + ")";
            throw new InvalidDocumentException(name + ": line " + line + ": " + how + words, damaged);
        }
    }

    private void read() throws IOException {
        while (lines.advance()) {
            String line = lines.text();
            if (line.startsWith(NODE)) {
                begin(line.substring(NODE.length()));
            } else if (node == null) {
                throw invalid("samples begin with 'node NAME'");
            } else if (line.equals(COLUMNS) || line.startsWith(COLUMNS + " ")) {
                name(line);
            } else if (counters == null) {
                throw invalid("'columns' must name the counters of node " + node);
            } else {
                sample(line);
            }
        }
    }

    private void begin(String next) {
        if (!nodes.add(next)) {
            throw invalid("node " + next + " occurs twice");
        }
        if (nodes.size() > MOST_NODES) {
            throw invalid("more than " + MOST_NODES + " nodes");
        }
        node = next;
        counters = null;
        like = null;
    }

    private void name(String line) {
        List<String> words = List.of(line.split(" ", -1));
        counters = words.subList(1, words.size());
        if (new HashSet<>(counters).size() < counters.size()) {
            throw invalid("names a counter twice");
        }
        // Copied, because readings share this list.
        counters = List.copyOf(new ArrayList<>(counters));
        values = new long[counters.size()];
        first = true;
    }

    private void sample(String line) {
        int end = end(line, 0);
        long time = number(line, 0, end);
        millis = first ? time : millis + time;
        if (millis < 0 || millis > LAST_MILLIS) {
            throw invalid("has an impossible time: " + millis + " ms since 1970");
        }
        int column = 0;
        while (end < line.length()) {
            int begin = end + 1;
            end = end(line, begin);
            if (column == values.length) {
                throw invalid("has more values than the " + values.length + " named counters");
            }
            long number = begin == end ? 0 : number(line, begin, end);
            values[column] = first ? number : values[column] + number;
            column++;
        }
        if (column < values.length) {
            throw invalid("has values of " + column + " of the " + values.length + " named counters");
        }
        first = false;
        like = Reading.of(millis, counters, values, like);
        sink.take(node, like);
    }

    private static int end(String line, int from) {
        int blank = line.indexOf(' ', from);
        return blank < 0 ? line.length() : blank;
    }

    private long number(String line, int from, int to) {
        try {
            return Long.parseLong(line, from, to, 10);
        } catch (NumberFormatException e) {
            String shown = line.substring(from, Math.min(to, from + 30));
            throw new InvalidDocumentException(
                    name + ": line " + lines.number() + ": '" + shown + "' is not a whole number", e);
        }
    }

    private InvalidDocumentException invalid(String problem) {
        return new InvalidDocumentException(name + ": line " + lines.number() + ": " + problem);
    }
}
