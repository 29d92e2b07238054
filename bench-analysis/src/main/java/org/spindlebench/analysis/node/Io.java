package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The I/O of a block device, or of all devices of a role, over a span of time. Values that the kernel does not report
 * are omitted, and so are ratios with a divisor of 0. {@link Sum} adds up the counters of devices, spans and runs.
 *
 * @param reads read requests completed
 * @param readsMerged read requests that were merged with neighbours before they went to the device
 * @param bytesRead bytes read, computed from 512-byte sectors
 * @param writes write requests completed
 * @param writesMerged write requests that were merged
 * @param bytesWritten bytes written, computed from 512-byte sectors
 * @param bytesPerRead bytesRead / reads: the mean I/O size that the device saw
 * @param bytesPerWrite bytesWritten / writes
 * @param readWait mean seconds of a read, including waiting; every read has the same weight
 * @param writeWait mean seconds of a write, including waiting
 * @param service seconds in which the device was busy / requests, including discards and flushes. Older versions of
 *     {@code iostat} print it as svctm. If a device serves several requests at once, this value is less than the time
 *     that a request takes
 * @param queue requests waiting or served: the mean over the span and over the devices, including idle ones. Discards
 *     and flushes are included if the kernel counts them
 * @param busy share of the span in which a device was busy: the mean over the devices, at most 1
 */
public record Io(
        Long reads,
        Long readsMerged,
        Long bytesRead,
        Long writes,
        Long writesMerged,
        Long bytesWritten,
        Double bytesPerRead,
        Double bytesPerWrite,
        Double readWait,
        Double writeWait,
        Double service,
        Double queue,
        Double busy) {
    public static final Io UNKNOWN = moved(null, null);

    /** The I/O of a device that did nothing. */
    public static final Io IDLE = new Io(0L, 0L, 0L, 0L, 0L, 0L, null, null, null, null, null, 0.0, 0.0);

    /** Makes I/O with known bytes. All other numbers are unknown. */
    public static Io moved(Long bytesRead, Long bytesWritten) {
        return new Io(null, null, bytesRead, null, null, bytesWritten, null, null, null, null, null, null, null);
    }

    /** Returns a copy with other sizes, waits and busy share. */
    public Io with(Double perRead, Double perWrite, Double waitOfRead, Double waitOfWrite, Double share) {
        return new Io(
                reads,
                readsMerged,
                bytesRead,
                writes,
                writesMerged,
                bytesWritten,
                perRead,
                perWrite,
                waitOfRead,
                waitOfWrite,
                service,
                queue,
                share);
    }

    /** Checks whether the numbers of requests and of bytes are known. */
    public boolean known() {
        return reads != null && writes != null && bytesRead != null && bytesWritten != null;
    }

    /** Returns the number of reads and writes, which must be known. */
    public double requests() {
        return reads + (double) writes;
    }

    /** Checks that no request was completed and none is pending; a request without end keeps a device busy. */
    public boolean idle() {
        return reads != null && reads + writes == 0 && isZero(busy) && isZero(queue);
    }

    private static boolean isZero(Double value) {
        return value == null || value == 0;
    }

    /** The counters that are added up. */
    public enum IoCounter {
        READS("reads"),
        READS_MERGED("readsMerged"),
        BYTES_READ("sectorsRead"),
        WRITES("writes"),
        WRITES_MERGED("writesMerged"),
        BYTES_WRITTEN("sectorsWritten"),
        /** Discard requests completed. */
        DISCARDS("discards"),
        /** Flush requests completed. */
        FLUSHES("flushes"),
        /** The total time of all reads, including waiting. */
        READ_TIME("readMillis"),
        /** The total time of all writes, including waiting. */
        WRITE_TIME("writeMillis"),
        /** The time in which devices worked on requests, discards and flushes. */
        SERVICE_TIME("busyMillis"),
        /** Requests waiting or served, multiplied by time or by the number of devices. */
        QUEUE("queueMillis"),
        /** The time in which devices were busy, or the sum of their busy shares. */
        BUSY("busyMillis"),
        /** The divisor of {@link #QUEUE} and {@link #BUSY}: a time, or the number of devices. */
        OVER(null);

        /** Bytes per sector in {@code /proc/diskstats}, regardless of the device's own sector size. */
        private static final int SECTOR = 512;

        private final String counter;

        IoCounter(String counter) {
            this.counter = counter;
        }

        /** Returns the growth of a device's counter of this part; empty if unknown. */
        private OptionalDouble of(String device, Increase increase) {
            String name = "disk." + device + "." + counter;
            return counter.endsWith("Millis") ? increase.wrapping(name) : increase.of(name);
        }

        private double unit() {
            return this == BYTES_READ || this == BYTES_WRITTEN ? SECTOR : 1;
        }
    }

    /**
     * A sum of counters over devices, spans of time or runs. A value that is unknown in one summand is unknown in the
     * sum. Not thread-safe.
     */
    public static final class Sum {
        private static final IoCounter[] PARTS = IoCounter.values();

        /** The main counters of a device; if one is unknown, all of the device's numbers are unknown. */
        private static final IoCounter[] MOVED = {
            IoCounter.READS, IoCounter.BYTES_READ, IoCounter.WRITES, IoCounter.BYTES_WRITTEN
        };

        /** NaN if unknown; a sum with NaN is NaN, too. */
        private final double[] sums = new double[PARTS.length];

        /**
         * Returns the growth of a device's counters, in milliseconds if they are times, without {@link IoCounter#OVER}.
         * All numbers are unknown if the device appeared or disappeared in the span, or if its counters were reset.
         */
        public static Sum of(String device, Increase increase) {
            Sum sum = new Sum();
            for (IoCounter part : PARTS) {
                if (part != IoCounter.OVER) {
                    sum.put(part, part.of(device, increase).orElse(Double.NaN) * part.unit());
                }
            }
            return Arrays.stream(MOVED).anyMatch(part -> sum.get(part).isEmpty()) ? sum.forget(PARTS) : sum;
        }

        /** Checks whether one of the span's two readings has the counters of a device. */
        public static boolean counts(String device, Increase increase) {
            return Arrays.stream(MOVED).anyMatch(part -> increase.names("disk." + device + "." + part.counter));
        }

        /** Returns I/O as a sum, without discards and flushes, to which other I/O of the same span can be added. */
        public static Sum of(Io io) {
            double reads = number(io.reads);
            double writes = number(io.writes);
            return new Sum()
                    .put(IoCounter.READS, reads)
                    .put(IoCounter.READS_MERGED, number(io.readsMerged))
                    .put(IoCounter.BYTES_READ, number(io.bytesRead))
                    .put(IoCounter.WRITES, writes)
                    .put(IoCounter.WRITES_MERGED, number(io.writesMerged))
                    .put(IoCounter.BYTES_WRITTEN, number(io.bytesWritten))
                    .forget(IoCounter.DISCARDS, IoCounter.FLUSHES)
                    .put(IoCounter.READ_TIME, times(io.readWait, reads))
                    .put(IoCounter.WRITE_TIME, times(io.writeWait, writes))
                    .put(IoCounter.SERVICE_TIME, times(io.service, reads + writes))
                    .put(IoCounter.QUEUE, number(io.queue))
                    .put(IoCounter.BUSY, number(io.busy))
                    .put(IoCounter.OVER, 1);
        }

        /**
         * Returns the sum of all paths to a disk as that of one device. If there are several paths, the time in which
         * at least one of them was busy is unknown.
         */
        public static Sum asOne(Collection<Sum> paths) {
            Sum sum = new Sum();
            paths.forEach(sum::add);
            return (paths.size() > 1 ? sum.forget(IoCounter.BUSY) : sum).put(IoCounter.OVER, 1);
        }

        private static double number(Number known) {
            return known == null ? Double.NaN : known.doubleValue();
        }

        // Without requests there is no mean, but the time is 0.
        private static double times(Double mean, double requests) {
            return requests == 0 ? 0 : number(mean) * requests;
        }

        // The ordinal is only an index in an array in memory, so no document depends on it.
        @SuppressWarnings("EnumOrdinal")
        private static int place(IoCounter part) {
            return part.ordinal();
        }

        /** Sets a part; a value that is not finite means unknown. */
        public Sum put(IoCounter part, double value) {
            sums[place(part)] = Double.isFinite(value) ? value : Double.NaN;
            return this;
        }

        /** Makes these parts unknown. */
        public Sum forget(IoCounter... parts) {
            for (IoCounter part : parts) {
                put(part, Double.NaN);
            }
            return this;
        }

        /** Makes everything unknown. */
        public Sum forgetAll() {
            return forget(PARTS);
        }

        public Sum add(Sum other) {
            return add(other, 1);
        }

        /** Adds a multiple of another sum. */
        public Sum add(Sum other, double times) {
            for (int part = 0; part < sums.length; part++) {
                sums[part] += other.sums[part] * times;
            }
            return this;
        }

        /** Returns a part; empty if unknown. */
        public OptionalDouble get(IoCounter part) {
            double sum = sums[place(part)];
            return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
        }

        /** Returns a part as a whole number; null if unknown. */
        Long whole(IoCounter part) {
            OptionalDouble sum = get(part);
            return sum.isPresent() ? (Long) Math.round(sum.getAsDouble()) : null;
        }

        /** Returns a part per second; null if it is unknown, or if the span has no length. */
        public Double perSecond(IoCounter part, double seconds) {
            return finite(sums[place(part)] / seconds);
        }

        /** Returns the mean size of a read; null if unknown. */
        public Double bytesPerRead() {
            return ratio(IoCounter.BYTES_READ, IoCounter.READS, 1);
        }

        /** Returns the mean size of a write; null if unknown. */
        public Double bytesPerWrite() {
            return ratio(IoCounter.BYTES_WRITTEN, IoCounter.WRITES, 1);
        }

        /** Returns the requests waiting or served, as a mean over time and devices; null if unknown. */
        public Double queue() {
            return ratio(IoCounter.QUEUE, IoCounter.OVER, 1);
        }

        /** Returns the share of time in which a device was busy, as a mean over devices; null if unknown. */
        public Double busy() {
            return ratio(IoCounter.BUSY, IoCounter.OVER, 1);
        }

        private Double ratio(IoCounter part, IoCounter over, double unit) {
            return finite(sums[place(part)] / (sums[place(over)] * unit));
        }

        private static Double finite(double value) {
            return Double.isFinite(value) ? (Double) value : null;
        }

        /** Returns the number of reads and writes, plus discards and flushes if known. */
        private double requests() {
            return sums[place(IoCounter.READS)]
                    + sums[place(IoCounter.WRITES)]
                    + get(IoCounter.DISCARDS).orElse(0)
                    + get(IoCounter.FLUSHES).orElse(0);
        }

        /** Returns the sum as I/O if its times are in seconds. */
        public Io io() {
            return io(1);
        }

        /** Returns the sum as I/O; {@code second} is one second in the unit of the times: 1000 for milliseconds. */
        public Io io(double second) {
            Double busy = busy();
            return new Io(
                    whole(IoCounter.READS),
                    whole(IoCounter.READS_MERGED),
                    whole(IoCounter.BYTES_READ),
                    whole(IoCounter.WRITES),
                    whole(IoCounter.WRITES_MERGED),
                    whole(IoCounter.BYTES_WRITTEN),
                    bytesPerRead(),
                    bytesPerWrite(),
                    ratio(IoCounter.READ_TIME, IoCounter.READS, second),
                    ratio(IoCounter.WRITE_TIME, IoCounter.WRITES, second),
                    finite(sums[place(IoCounter.SERVICE_TIME)] / (requests() * second)),
                    queue(),
                    // The share can exceed 1 a little: kernels count in ticks, and windows are known to a millisecond.
                    busy == null ? null : (Double) Math.min(1, busy));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Sum sum && Arrays.equals(sums, sum.sums);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(sums);
        }

        @Override
        public String toString() {
            return Arrays.stream(PARTS)
                    .map(part -> part + "=" + sums[place(part)])
                    .collect(Collectors.joining(", "));
        }
    }
}
