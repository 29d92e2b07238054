package org.spindlebench.analysis.throughput;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.UnpackedStream;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * Reads the file with a run's throughput over time, beside the run's record ({@code <run>.samples.gz}). It holds the
 * lines of {@link ThroughputSeries#csv}, compressed. If the file has more slots than requested, the reader merges slots
 * while it reads, so that it never holds more than requested.
 */
public final class ThroughputFile {
    private static final int LONGEST = 200;
    /** The largest number of unpacked bytes: months of slots. */
    private static final long MOST_BYTES = 1L << 32;

    private static final double MILLIS = 1000.0;

    private final String name;
    private final int most;
    /** The length of the slot if the file has only one. */
    private final long streamMillis;

    private final List<ThroughputSpan> spans = new ArrayList<>();
    /** The number of slots in each span; the last span may have fewer. */
    private long slotsOfSpan = 1;

    private long slots;
    private long slotMillis;
    private long before;

    /**
     * One slot, or several consecutive ones.
     *
     * @param start milliseconds since 1970
     * @param millis its length in milliseconds
     * @param bytes the bytes that all streams moved in the slot
     * @param streams the smallest number of streams that ran at any instant in the slot
     */
    public record ThroughputSpan(long start, long millis, long bytes, int streams) {
        /** Returns the rate in bytes per second. */
        public double rate() {
            return bytes / (millis / MILLIS);
        }

        private ThroughputSpan and(ThroughputSpan next) {
            return new ThroughputSpan(start, millis + next.millis, bytes + next.bytes, Math.min(streams, next.streams));
        }
    }

    ThroughputFile(String name, int most, long streamMillis) {
        this.name = name;
        this.most = most;
        this.streamMillis = streamMillis;
    }

    /**
     * Returns the slots in their order, without gaps.
     *
     * @param most the greatest number of spans to return, at least 2
     * @param streamSeconds the seconds from the first start of a stream to the last end; null if unknown. It is
     *     the slot's length if the file has only one slot.
     * @return empty if the file has no slot, or a single slot of unknown length
     * @throws InvalidDocumentException if the file is cut off, damaged, or not a file of throughput; the message names
     *     file and line
     * @throws IOException if the file could not be read
     */
    public static List<ThroughputSpan> read(Path file, int most, Double streamSeconds) throws IOException {
        if (most < 2) {
            throw new IllegalArgumentException("at least two slots are needed, not " + most);
        }
        long streamMillis = streamSeconds == null ? 0 : Math.round(streamSeconds * MILLIS);
        ThroughputFile reader = new ThroughputFile(file.toString(), most, streamMillis);
        try (InputStream packed = Files.newInputStream(file)) {
            return reader.read(packed, MOST_BYTES);
        }
    }

    /** Returns the slots of a packed file. Fails if there are more than this many unpacked bytes. */
    List<ThroughputSpan> read(InputStream packed, long mostBytes) throws IOException {
        try (InputStream in = UnpackedStream.of(packed, name, mostBytes)) {
            read(new Utf8Lines(in, name, LONGEST));
        } catch (EOFException | ZipException damaged) {
            throw new InvalidDocumentException(name + ": the file is cut off or damaged", damaged);
        }
        return spans();
    }

    private void read(Utf8Lines lines) throws IOException {
        if (!lines.advance() || !lines.text().equals(ThroughputSeries.HEADER)) {
            throw new InvalidDocumentException(name + ": line 1: must be " + ThroughputSeries.HEADER);
        }
        while (lines.advance()) {
            add(slot(lines.text(), lines.number()), lines.number());
        }
    }

    private ThroughputSeries.Slot slot(String line, long number) {
        String[] parts = line.split(",", -1);
        try {
            if (parts.length == 3) {
                return new ThroughputSeries.Slot(
                        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
            }
        } catch (NumberFormatException e) {
            throw new InvalidDocumentException(name + ": line " + number + ": three whole numbers are expected", e);
        }
        throw new InvalidDocumentException(name + ": line " + number + ": three whole numbers are expected");
    }

    private void add(ThroughputSeries.Slot slot, long line) {
        if (slots == 1) {
            slotMillis = slot.start() - before;
        }
        boolean follows = slots == 0 || (slotMillis > 0 && slot.start() - before == slotMillis);
        if (!follows || slot.bytes() < 0) {
            throw new InvalidDocumentException(name + ": line " + line
                    + ": slots must have equal length, follow one another, and hold 0 bytes or more");
        }
        before = slot.start();
        slots++;
        ThroughputSpan one = new ThroughputSpan(slot.start(), 0, slot.bytes(), slot.streams());
        if ((slots - 1) % slotsOfSpan == 0) {
            makeRoom();
        }
        if ((slots - 1) % slotsOfSpan == 0) {
            spans.add(one);
        } else {
            spans.set(spans.size() - 1, spans.get(spans.size() - 1).and(one));
        }
    }

    // Merges spans in pairs, so that all spans but the last have equal length.
    private void makeRoom() {
        if (spans.size() < most) {
            return;
        }
        List<ThroughputSpan> pairs = new ArrayList<>();
        for (int at = 0; at < spans.size(); at += 2) {
            pairs.add(at + 1 < spans.size() ? spans.get(at).and(spans.get(at + 1)) : spans.get(at));
        }
        spans.clear();
        spans.addAll(pairs);
        slotsOfSpan *= 2;
    }

    private List<ThroughputSpan> spans() {
        if (slots == 1) {
            slotMillis = streamMillis;
        }
        if (slotMillis < 1) {
            return List.of();
        }
        List<ThroughputSpan> timed = new ArrayList<>();
        long left = slots;
        for (ThroughputSpan span : spans) {
            long length = Math.min(left, slotsOfSpan);
            timed.add(new ThroughputSpan(span.start(), length * slotMillis, span.bytes(), span.streams()));
            left -= length;
        }
        return timed;
    }
}
