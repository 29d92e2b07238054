package org.spindlebench.jobs.hdfs;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the time of streams goes, as their tasks see it. Streams can be added up, and so can their requests, which are
 * counted by their times in fixed buckets. Each time below 128 ns has a bucket of its own; above, each power of two has
 * 64 buckets. So the middle of a bucket is within 0.8 % of every time in it.
 *
 * <p>The text form is a line with the nanoseconds of each {@link Part}, and a line with {@code BUCKET:COUNT} for each
 * bucket in use.
 */
public final class StreamParts {
    /** Nanoseconds of a stream. The first five add up to its time from before it is opened until it is closed. */
    public enum Part {
        OPEN,
        /** The requests: calls that write or read one buffer. */
        REQUESTS,
        /** Forcing the data to the medium before the file is closed. */
        HSYNC,
        CLOSE,
        /** The time between these calls: making or checking the data, and reporting progress. */
        DATA,
        /** The processor time of the task's thread. */
        TASK_CPU,
        /** The time for which the task's thread waited for a processor. */
        TASK_WAIT,
        /** The processor time, until the file is closed, of the HDFS client's threads that send its data. */
        SENDER_CPU,
        /** The greatest processor time among these threads and the task's thread, whose waits are included. */
        BUSIEST
    }

    private static final Set<Part> WHOLE = Collections.unmodifiableSet(EnumSet.range(Part.OPEN, Part.DATA));
    private static final int BITS = 6;
    private static final int LONGEST = Long.SIZE - 1 - BITS;

    private final Map<Part, Long> nanos = new EnumMap<>(Part.class);
    private final long[] counts = new long[(LONGEST + 1) << BITS];

    /** Adds time to a part. In {@link Part#REQUESTS}, it is the time of one request. */
    void add(Part part, long time) {
        nanos.merge(part, time, Long::sum);
        if (part == Part.REQUESTS) {
            int shift = Math.max(0, LONGEST - Long.numberOfLeadingZeros(time));
            counts[(shift << BITS) + (int) (time >>> shift)]++;
        }
    }

    /** Adds other streams to these. */
    public void add(StreamParts others) {
        others.nanos.forEach((part, time) -> nanos.merge(part, time, Long::sum));
        Arrays.setAll(counts, bucket -> counts[bucket] + others.counts[bucket]);
    }

    /** Returns the nanoseconds of a part. */
    public long nanos(Part part) {
        return nanos.getOrDefault(part, 0L);
    }

    /** Returns the nanoseconds from before the streams are opened until they are closed. */
    public long total() {
        return WHOLE.stream().mapToLong(this::nanos).sum();
    }

    /** Returns the number of requests. */
    public long requests() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Returns the shortest time in nanoseconds that this percentage of the requests did not exceed; empty without
     * requests.
     */
    public OptionalLong percentile(double percent) {
        double rank = Math.max(1, Math.ceil(requests() * percent / 100));
        long sum = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            sum += counts[bucket];
            if (sum >= rank) {
                int shift = Math.max(0, (bucket >> BITS) - 1);
                long low = (long) (bucket - (shift << BITS)) << shift;
                return OptionalLong.of(low + (1L << shift) / 2);
            }
        }
        return OptionalLong.empty();
    }

    /** Adds the text form to a text. */
    void write(StringBuilder text) {
        for (Part part : Part.values()) {
            text.append(part == Part.OPEN ? "" : " ").append(nanos(part));
        }
        String gap = "\n";
        for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] > 0) {
                text.append(gap).append(bucket).append(':').append(counts[bucket]);
                gap = " ";
            }
        }
        text.append(gap.equals(" ") ? "\n" : "\n\n");
    }

    /**
     * Adds the streams that have this text form.
     *
     * @throws IllegalArgumentException if a line is malformed; an {@link ArrayIndexOutOfBoundsException} if it is too
     *     short or has a bucket that does not exist
     */
    void read(String times, String requests) {
        String[] numbers = times.split(" ");
        int next = 0;
        for (Part part : Part.values()) {
            nanos.merge(part, atLeast(0, numbers[next]), Long::sum);
            next++;
        }
        for (String bucket : requests.isEmpty() ? new String[0] : requests.split(" ")) {
            String[] count = bucket.split(":", 2);
            counts[Integer.parseInt(count[0])] += atLeast(1, count[1]);
        }
    }

    private static long atLeast(long least, String number) {
        long value = Long.parseLong(number);
        if (value < least) {
            throw new IllegalArgumentException(number);
        }
        return value;
    }
}
