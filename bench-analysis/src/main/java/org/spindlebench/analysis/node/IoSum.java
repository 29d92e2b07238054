package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Adds up I/O over devices, time spans or runs. A value that is unknown in one summand is unknown in the sum. Not
 * thread-safe.
 */
// An array indexed by part serves as an EnumMap, without an object for each number.
@SuppressWarnings("EnumOrdinal")
public final class IoSum {
    private static final int PARTS = Part.values().length;

    /** The values that are added up. {@link #figures(double)} takes the unit of the times. */
    public enum Part {
        /** Read requests completed. */
        READS,
        /** Read requests merged with neighbours. */
        READS_MERGED,
        BYTES_READ,
        /** Write requests completed. */
        WRITES,
        /** Write requests merged with neighbours. */
        WRITES_MERGED,
        BYTES_WRITTEN,
        /** Discard requests completed. */
        DISCARDS,
        /** Flush requests completed. */
        FLUSHES,
        /** The total time of all reads, including waiting. */
        READ_TIME,
        /** The total time of all writes, including waiting. */
        WRITE_TIME,
        /** The time in which devices worked on requests, discards and flushes. */
        SERVICE_TIME,
        /** Requests waiting or served, multiplied by time or by the number of devices. */
        QUEUE,
        /** The time in which devices were busy, or the sum of their busy shares. */
        BUSY,
        /** The divisor of {@link #QUEUE} and {@link #BUSY}: a time, or the number of devices. */
        OVER
    }

    /** NaN if unknown; a sum with NaN is NaN, too. */
    private final double[] sums = new double[PARTS];

    /** Returns the I/O as a sum, without discards and flushes, to which others of the same window can be added. */
    public static IoSum of(IoFigures io) {
        double requests = number(io.reads()) + number(io.writes());
        return new IoSum()
                .put(Part.READS, number(io.reads()))
                .put(Part.READS_MERGED, number(io.readsMerged()))
                .put(Part.BYTES_READ, number(io.bytesRead()))
                .put(Part.WRITES, number(io.writes()))
                .put(Part.WRITES_MERGED, number(io.writesMerged()))
                .put(Part.BYTES_WRITTEN, number(io.bytesWritten()))
                .put(Part.DISCARDS, Double.NaN)
                .put(Part.FLUSHES, Double.NaN)
                .put(Part.READ_TIME, times(io.readWait(), number(io.reads())))
                .put(Part.WRITE_TIME, times(io.writeWait(), number(io.writes())))
                .put(Part.SERVICE_TIME, times(io.service(), requests))
                .put(Part.QUEUE, number(io.queue()))
                .put(Part.BUSY, number(io.busy()))
                .put(Part.OVER, 1);
    }

    // The ordinal is only an index in an array in memory, so no document depends on it.
    @SuppressWarnings("EnumOrdinal")
    private static int place(Part part) {
        return part.ordinal();
    }

    private static double number(Number known) {
        return known == null ? Double.NaN : known.doubleValue();
    }

    // Without requests there is no mean, but the time is 0.
    private static double times(Double mean, double requests) {
        return requests == 0 ? 0 : number(mean) * requests;
    }

    /** Sets a part; a value that is not finite means unknown. */
    public IoSum put(Part part, double value) {
        sums[place(part)] = Double.isFinite(value) ? value : Double.NaN;
        return this;
    }

    /** Sets a part; empty means unknown. */
    public IoSum put(Part part, OptionalDouble value) {
        return put(part, value.orElse(Double.NaN));
    }

    /** Makes these parts unknown. */
    public IoSum forget(Part... parts) {
        for (Part part : parts) {
            put(part, Double.NaN);
        }
        return this;
    }

    public IoSum forgetAll() {
        Arrays.fill(sums, Double.NaN);
        return this;
    }

    /** Returns a part; empty if unknown. */
    public OptionalDouble get(Part part) {
        double sum = sums[place(part)];
        return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    public IoSum add(IoSum other) {
        return add(other, 1);
    }

    /** Adds a multiple of another sum, such as a rate times a number of seconds. */
    public IoSum add(IoSum other, double times) {
        for (int part = 0; part < PARTS; part++) {
            sums[part] += other.sums[part] * times;
        }
        return this;
    }

    /** Returns one part divided by another; null if one is unknown or the divisor is 0. */
    public Double ratio(Part part, Part over) {
        return ratio(part, over, 1);
    }

    private Double ratio(Part part, Part over, double unit) {
        return finite(sums[place(part)] / (sums[place(over)] * unit));
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Returns the number of reads and writes, plus discards and flushes if known. */
    private double requests() {
        return sums[place(Part.READS)]
                + sums[place(Part.WRITES)]
                + get(Part.DISCARDS).orElse(0)
                + get(Part.FLUSHES).orElse(0);
    }

    /** Returns the numbers if times are in seconds. */
    public IoFigures figures() {
        return figures(1);
    }

    /** Returns the numbers; {@code second} is one second in the unit of the times: 1000 for milliseconds. */
    public IoFigures figures(double second) {
        Double busy = ratio(Part.BUSY, Part.OVER);
        return new IoFigures(
                whole(Part.READS),
                whole(Part.READS_MERGED),
                whole(Part.BYTES_READ),
                whole(Part.WRITES),
                whole(Part.WRITES_MERGED),
                whole(Part.BYTES_WRITTEN),
                ratio(Part.BYTES_READ, Part.READS),
                ratio(Part.BYTES_WRITTEN, Part.WRITES),
                ratio(Part.READ_TIME, Part.READS, second),
                ratio(Part.WRITE_TIME, Part.WRITES, second),
                finite(sums[place(Part.SERVICE_TIME)] / (requests() * second)),
                ratio(Part.QUEUE, Part.OVER),
                // The share can exceed 1 a little: kernels count in ticks, and windows are known to a millisecond.
                busy == null ? null : (Double) Math.min(1, busy));
    }

    /** Returns a part as a whole number; null if unknown. */
    Long whole(Part part) {
        double sum = sums[place(part)];
        return Double.isNaN(sum) ? null : (Long) Math.round(sum);
    }

    /**
     * The I/O of a block device, or of all devices of a role, in a window. Values that the kernel does not report are
     * omitted, and so are ratios with a divisor of 0.
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
     *     {@code iostat} print it as svctm. If a device serves several requests at once, it is less than the time that
     *     a request takes
     * @param queue requests waiting or served: the mean over the window and over the devices, including idle ones.
     *     Discards and flushes are included if the kernel counts them
     * @param busy share of the window in which a device was busy: the mean over the devices, at most 1
     */
    public record IoFigures(
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
        public static final IoFigures UNKNOWN =
                new IoFigures(null, null, null, null, null, null, null, null, null, null, null, null, null);

        /** Checks whether the numbers of requests and of bytes are known. */
        public boolean known() {
            return reads != null && writes != null && bytesRead != null && bytesWritten != null;
        }

        /** Returns the number of reads and writes, which must be known. */
        public double requests() {
            return reads + (double) writes;
        }

        /** Checks that nothing was completed and nothing pending; a request without end keeps a device busy. */
        public boolean idle() {
            return reads != null && reads + writes == 0 && isZero(busy) && isZero(queue);
        }

        private static boolean isZero(Double value) {
            return value == null || value == 0;
        }
    }
}
