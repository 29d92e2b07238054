package org.spindlebench.jobs.hdfs;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SplitFiles;

/**
 * The progress of one stream, and where its time went. Each point has a wall-clock time in milliseconds since 1970 and
 * the bytes moved until then. The first point is the stream's start with 0 bytes, and the last point is its end.
 *
 * <p>The text form begins with the line {@code spindle-samples 2 ATTEMPT} and the two lines of {@link StreamParts}. The
 * next line is the start's instant. Each further line is {@code MILLIS BYTES}, the differences from the point before.
 */
public final class StreamSamples {
    private static final String HEADER = "spindle-samples 2 ";

    private final String attempt;
    private final StreamParts parts;
    private long[] millis = new long[64];
    private long[] bytes = new long[64];
    private int size;

    StreamSamples(String attempt, StreamParts parts) {
        this.attempt = attempt;
        this.parts = parts;
    }

    void add(long instant, long moved) {
        if (size > 0 && (instant < millis[size - 1] || moved < bytes[size - 1])) {
            throw new IllegalArgumentException("time or bytes decrease: " + instant + " " + moved);
        }
        if (size == millis.length) {
            millis = Arrays.copyOf(millis, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        millis[size] = instant;
        bytes[size] = moved;
        size++;
    }

    /** Returns the stream's task attempt. */
    public String attempt() {
        return attempt;
    }

    public StreamParts parts() {
        return parts;
    }

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
        StringBuilder head = new StringBuilder(HEADER).append(attempt).append('\n');
        parts.write(head);
        lines.write(head.append(millis[0]).append('\n').toString());
        for (int i = 1; i < size; i++) {
            lines.write((millis[i] - millis[i - 1]) + " " + (bytes[i] - bytes[i - 1]) + "\n");
        }
        lines.flush();
    }

    /**
     * Reads the points that a map wrote.
     *
     * @throws IOException if the file has another format or is incomplete
     */
    public static StreamSamples read(InputStream in, String name) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        String header = lines.readLine();
        if (header == null || !header.startsWith(HEADER)) {
            throw new IOException(name + " is not a file of stream samples");
        }
        StreamSamples samples = new StreamSamples(header.substring(HEADER.length()), new StreamParts());
        try {
            samples.parts.read(line(lines), line(lines));
            samples.add(Long.parseLong(line(lines)), 0);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] step = line.split(" ", 2);
                int last = samples.size - 1;
                samples.add(
                        samples.millis[last] + Long.parseLong(step[0]), samples.bytes[last] + Long.parseLong(step[1]));
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(name + " holds malformed samples: " + e.getMessage(), e);
        }
        return samples;
    }

    /** Returns the next line; if there is none, a line that is not a number. */
    private static String line(BufferedReader lines) throws IOException {
        return String.valueOf(lines.readLine());
    }

    /**
     * Takes two points of a stream whenever the wall clock passes a multiple of the interval: the last point before it
     * and the first point after it. So the points of all streams are close to one grid, and a stalled stream looks
     * stalled, not slow. Between such times it only reads the clock.
     */
    static final class StreamSampler {
        private final LongSupplier nanoClock;
        private final long intervalMillis;
        private final long startMillis;
        private final long startNanos;
        private final StreamSamples samples;
        private long nextNanos;
        private long lastNanos;
        private long lastBytes;
        private boolean lastTaken = true;

        private StreamSampler(StreamSamples samples, long intervalMillis, long startMillis, LongSupplier nanoClock) {
            this.nanoClock = nanoClock;
            this.intervalMillis = intervalMillis;
            this.startMillis = startMillis;
            this.startNanos = nanoClock.getAsLong();
            this.samples = samples;
            samples.add(startMillis, 0);
            nextNanos = nanosOf(nextMark(startMillis));
        }

        /** Starts sampling. The wall clock is read only once, so that clock corrections do not distort rates. */
        static StreamSampler start(
                StreamSamples samples, long intervalMillis, long startMillis, LongSupplier nanoClock) {
            return new StreamSampler(samples, intervalMillis, startMillis, nanoClock);
        }

        /** Records progress. Call it after every buffer with the instant by the clock and the total bytes so far. */
        void moved(long nanos, long bytes) {
            boolean passed = nanos - nextNanos >= 0;
            if (passed) {
                takeLast();
                long millis = millisOf(nanos);
                samples.add(millis, bytes);
                nextNanos = nanosOf(nextMark(millis));
            }
            lastNanos = nanos;
            lastBytes = bytes;
            lastTaken = passed;
        }

        /** Ends sampling. Call it once. */
        StreamSamples end(long bytes) {
            takeLast();
            samples.add(millisOf(nanoClock.getAsLong()), bytes);
            return samples;
        }

        private void takeLast() {
            if (!lastTaken) {
                samples.add(millisOf(lastNanos), lastBytes);
            }
        }

        private long nextMark(long millis) {
            return (Math.floorDiv(millis, intervalMillis) + 1) * intervalMillis;
        }

        private long millisOf(long nanos) {
            return startMillis + TimeUnit.NANOSECONDS.toMillis(nanos - startNanos);
        }

        private long nanosOf(long millis) {
            return startNanos + TimeUnit.MILLISECONDS.toNanos(millis - startMillis);
        }
    }

    /** Stores the samples of each map's stream in a hidden file next to the output. */
    public static final class SampleFiles {
        /** The default of {@code spindle.sample.ms}: the milliseconds between samples. */
        public static final long DEFAULT_MILLIS = 1000;

        private static final long MAX_MILLIS = 3_600_000;
        private static final String PREFIX = "_samples-m-";

        private SampleFiles() {}

        /** Checks whether a file with the given name contains samples. */
        public static boolean isOne(String name) {
            return name.startsWith(PREFIX);
        }

        static long intervalMillis(Configuration conf) {
            return new SettingReader(conf).number(JobKeys.SAMPLE_MILLIS, DEFAULT_MILLIS, 1, MAX_MILLIS);
        }

        static StreamSampler start(TaskAttemptContext context, StreamParts parts, LongSupplier nanoClock) {
            return StreamSampler.start(
                    new StreamSamples(context.getTaskAttemptID().toString(), parts),
                    intervalMillis(context.getConfiguration()),
                    System.currentTimeMillis(),
                    nanoClock);
        }

        static void write(TaskInputOutputContext<?, ?, ?, ?> context, int index, StreamSamples samples)
                throws IOException, InterruptedException {
            try (OutputStream out =
                    SplitFiles.createBeside(context, String.format(Locale.ROOT, "%s%05d", PREFIX, index))) {
                samples.write(out);
            }
        }
    }
}
