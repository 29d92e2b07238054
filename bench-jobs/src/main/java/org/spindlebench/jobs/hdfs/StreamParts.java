package org.spindlebench.jobs.hdfs;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Where the time of streams goes, as their tasks see it. Sums and histograms of several streams add up, so that
 * percentiles of all requests are exact but for the buckets' width.
 *
 * <p>The text form is a line with the nanoseconds of each {@link Part}, a line of the requests, and a line of the
 * hsyncs. These two lines hold {@code BUCKET:COUNT} for each bucket that is in use.
 */
public final class StreamParts {
    /** Nanoseconds of a stream. The first five add up to its time from before it is opened until it is closed. */
    public enum Part {
        /** Creating or opening the file. */
        OPEN,
        /** The requests: calls that write or read one buffer. */
        REQUESTS,
        /** Forcing the data to the medium before the file is closed. */
        HSYNC,
        /** Closing the file. */
        CLOSE,
        /** The time between these calls: making or checking the data, and reporting progress. */
        DATA,
        /** The processor time of the task's thread. */
        TASK_CPU,
        /** The time for which the task's thread waited for a processor. */
        TASK_WAIT,
        /** The processor time until the file is closed of the HDFS client's threads that send its data. */
        SENDER_CPU,
        /** The greatest of these threads' processor times, that of the task's thread with its waits. */
        BUSIEST
    }

    private static final int WHOLE = Part.DATA.ordinal() + 1;

    private final long[] nanos = new long[Part.values().length];
    private final TimeHistogram requests = new TimeHistogram();
    private final TimeHistogram hsyncs = new TimeHistogram();

    /** Adds time to a part. A request and an hsync also count in their histogram. */
    void add(Part part, long time) {
        nanos[part.ordinal()] += time;
        if (part == Part.REQUESTS) {
            requests.add(time, 1);
        } else if (part == Part.HSYNC) {
            hsyncs.add(time, 1);
        }
    }

    /** Adds other streams to these. */
    public void add(StreamParts others) {
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] += others.nanos[i];
        }
        requests.add(others.requests);
        hsyncs.add(others.hsyncs);
    }

    /** Returns the nanoseconds of a part. */
    public long nanos(Part part) {
        return nanos[part.ordinal()];
    }

    /** Returns the nanoseconds from before the streams are opened until they are closed. */
    public long total() {
        return Arrays.stream(nanos).limit(WHOLE).sum();
    }

    public TimeHistogram requests() {
        return requests;
    }

    public TimeHistogram hsyncs() {
        return hsyncs;
    }

    /** Adds the text form to a text. */
    void write(StringBuilder text) {
        for (int i = 0; i < nanos.length; i++) {
            text.append(i == 0 ? "" : " ").append(nanos[i]);
        }
        requests.write(text.append('\n'));
        hsyncs.write(text.append('\n'));
        text.append('\n');
    }

    /**
     * Adds the streams that have this text form.
     *
     * @throws IllegalArgumentException if a line is malformed; an {@link ArrayIndexOutOfBoundsException} if it is too
     *     short or has a bucket that does not exist
     */
    void read(String times, String requestCounts, String hsyncCounts) {
        String[] numbers = times.split(" ");
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] += atLeast(0, numbers[i]);
        }
        requests.read(requestCounts);
        hsyncs.read(hsyncCounts);
    }

    private static long atLeast(long least, String number) {
        long value = Long.parseLong(number);
        if (value < least) {
            throw new IllegalArgumentException(number);
        }
        return value;
    }

    /**
     * Counts times in fixed buckets. A time below 128 ns has a bucket of its own; above, each power of two has 64
     * buckets. So the middle of a bucket is within 0.8 % of every time in it.
     */
    public static final class TimeHistogram {
        private static final int BITS = 6;
        private static final int LONGEST = Long.SIZE - 1 - BITS;

        private final long[] counts = new long[(LONGEST + 1) << BITS];

        void add(long nanos, long times) {
            // A clock that steps back makes no bucket.
            long time = Math.max(0, nanos);
            int shift = Math.max(0, LONGEST - Long.numberOfLeadingZeros(time));
            counts[(shift << BITS) + (int) (time >>> shift)] += times;
        }

        private void add(TimeHistogram others) {
            for (int i = 0; i < counts.length; i++) {
                counts[i] += others.counts[i];
            }
        }

        private static long middle(int bucket) {
            int shift = Math.max(0, (bucket >> BITS) - 1);
            long low = (long) (bucket - (shift << BITS)) << shift;
            return low + (1L << shift) / 2;
        }

        /** Returns the number of times. */
        public long count() {
            return Arrays.stream(counts).sum();
        }

        /**
         * Returns the shortest time that at least this share of all times do not exceed, in nanoseconds; empty if there
         * are none.
         *
         * @param percent above 0, at most 100
         */
        public OptionalLong percentile(double percent) {
            double rank = Math.max(1, Math.ceil(count() * percent / 100));
            long sum = 0;
            for (int i = 0; i < counts.length; i++) {
                sum += counts[i];
                if (sum >= rank) {
                    return OptionalLong.of(middle(i));
                }
            }
            return OptionalLong.empty();
        }

        private void write(StringBuilder text) {
            String gap = "";
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    text.append(gap).append(i).append(':').append(counts[i]);
                    gap = " ";
                }
            }
        }

        private void read(String text) {
            for (String bucket : text.isEmpty() ? new String[0] : text.split(" ")) {
                String[] parts = bucket.split(":", 2);
                counts[Integer.parseInt(parts[0])] += atLeast(1, parts[1]);
            }
        }
    }
}
