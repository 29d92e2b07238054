package org.spindlebench.jobs.dfsio;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The course of one stream: points of wall-clock time (milliseconds since 1970) and of bytes moved up to then. The first is
 * its start with 0 bytes, the last its end. As text, one line each: {@code spindle-samples 1 ATTEMPT}, the instant of the start,
 * then {@code MILLIS BYTES} for every further point, both as differences to the point before.
 */
public final class StreamSamples {
    private static final String HEADER = "spindle-samples 1 ";

    private final String attempt;
    private long[] millis = new long[64];
    private long[] bytes = new long[64];
    private int size;

    StreamSamples(String attempt) {
        this.attempt = attempt;
    }

    void add(long instant, long moved) {
        if (size > 0 && (instant < millis[size - 1] || moved < bytes[size - 1])) {
            throw new IllegalArgumentException("neither time nor bytes go back: " + instant + " " + moved);
        }
        if (size == millis.length) {
            millis = Arrays.copyOf(millis, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        millis[size] = instant;
        bytes[size] = moved;
        size++;
    }

    /** The task attempt whose stream it was. */
    public String attempt() {
        return attempt;
    }

    /** Number of points. */
    public int size() {
        return size;
    }

    public long millis(int point) {
        return millis[point];
    }

    public long bytes(int point) {
        return bytes[point];
    }

    void write(OutputStream out) throws IOException {
        BufferedWriter lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII));
        lines.write(HEADER + attempt + "\n" + millis[0] + "\n");
        for (int i = 1; i < size; i++) {
            lines.write((millis[i] - millis[i - 1]) + " " + (bytes[i] - bytes[i - 1]) + "\n");
        }
        lines.flush();
    }

    /**
     * Reads what a map wrote.
     *
     * @param name what messages call it
     * @throws IOException when it is no such file, or not whole
     */
    public static StreamSamples read(InputStream in, String name) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        String header = lines.readLine();
        if (header == null || !header.startsWith(HEADER)) {
            throw new IOException(name + " holds no samples of a stream");
        }
        StreamSamples samples = new StreamSamples(header.substring(HEADER.length()));
        try {
            samples.add(Long.parseLong(String.valueOf(lines.readLine())), 0);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] step = line.split(" ", 2);
                int last = samples.size - 1;
                samples.add(
                        samples.millis[last] + Long.parseLong(step[0]), samples.bytes[last] + Long.parseLong(step[1]));
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(name + " holds samples that are garbled: " + e.getMessage(), e);
        }
        return samples;
    }
}
