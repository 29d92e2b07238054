package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * I/O added up: over devices, over stretches of time, over runs. What is not known of one of them is not known of the sum. For one thread.
 */
// An array by part is what an EnumMap is, without an object for each number.
@SuppressWarnings("EnumOrdinal")
public final class IoSum {
    private static final int PARTS = Part.values().length;

    /** What is added up. Times are in the unit that {@link #figures(double)} is told. */
    public enum Part {
        /** Requests completed. */
        READS,
        /** Requests merged with neighbours. */
        READS_MERGED,
        /** Bytes. */
        BYTES_READ,
        /** Requests completed. */
        WRITES,
        /** Requests merged with neighbours. */
        WRITES_MERGED,
        /** Bytes. */
        BYTES_WRITTEN,
        /** Discards. */
        DISCARDS,
        /** Flushes. */
        FLUSHES,
        /** The time that all reads took together, waiting included. */
        READ_TIME,
        /** The time that all writes took together. */
        WRITE_TIME,
        /** The time in which devices had work with requests, discards and flushes. */
        SERVICE_TIME,
        /** Requests waiting or served, times how long or at how many devices. */
        QUEUE,
        /** How long devices had work, or the sum of their shares. */
        BUSY,
        /** How long, or how many devices: what {@link #QUEUE} and {@link #BUSY} are divided by. */
        OVER
    }

    /** Not a number where it is not known, which stays so under addition. */
    private final double[] sums = new double[PARTS];

    /** Of one device, or one role, in a window that others have, too: without its discards and flushes. */
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

    // Of an array in memory; nothing that is written depends on the order.
    @SuppressWarnings("EnumOrdinal")
    private static int place(Part part) {
        return part.ordinal();
    }

    private static double number(Number known) {
        return known == null ? Double.NaN : known.doubleValue();
    }

    // A mean over nothing is not known, and nothing it is that is missing from the sum.
    private static double times(Double mean, double requests) {
        return requests == 0 ? 0 : number(mean) * requests;
    }

    /** @param value not finite where it is not known */
    public IoSum put(Part part, double value) {
        sums[place(part)] = Double.isFinite(value) ? value : Double.NaN;
        return this;
    }

    /** @param value empty where it is not known */
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

    /** Makes all parts unknown. */
    public IoSum forgetAll() {
        Arrays.fill(sums, Double.NaN);
        return this;
    }

    /** Empty where it is not known. */
    public OptionalDouble get(Part part) {
        double sum = sums[place(part)];
        return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    /** Adds another. */
    public IoSum add(IoSum other) {
        return add(other, 1);
    }

    /** Adds a multiple of another sum, such as a rate over a number of seconds. */
    public IoSum add(IoSum other, double times) {
        for (int part = 0; part < PARTS; part++) {
            sums[part] += other.sums[part] * times;
        }
        return this;
    }

    /** Whether nothing is known but that nothing was done. */
    public boolean isIdle() {
        return Arrays.stream(sums, 0, place(Part.OVER)).allMatch(sum -> Double.isNaN(sum) || sum == 0);
    }

    /** One part by another; null where one is not known, and where there is nothing to divide by. */
    public Double ratio(Part part, Part over) {
        return ratio(part, over, 1);
    }

    private Double ratio(Part part, Part over, double unit) {
        return finite(sums[place(part)] / (sums[place(over)] * unit));
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Reads and writes, and what else is known that devices had work with. */
    private double requests() {
        return sums[place(Part.READS)]
                + sums[place(Part.WRITES)]
                + get(Part.DISCARDS).orElse(0)
                + get(Part.FLUSHES).orElse(0);
    }

    /** The figures, of times in seconds. */
    public IoFigures figures() {
        return figures(1);
    }

    /** @param second in the unit of the times: 1000 for milliseconds */
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
                // Kernels count in ticks, and windows are known to a millisecond.
                busy == null ? null : (Double) Math.min(1, busy));
    }

    /** A part as a whole number; null where it is not known. */
    Long whole(Part part) {
        double sum = sums[place(part)];
        return Double.isNaN(sum) ? null : (Long) Math.round(sum);
    }

    /**
     * What a block device did in a window, or all devices of a role. Absent where the kernel does not say, and where there is nothing to divide
     * by.
     *
     * @param reads requests completed
     * @param readsMerged requests that were merged with neighbours before they went to the device
     * @param bytesRead bytes, of 512-byte sectors
     * @param writes as reads
     * @param writesMerged as readsMerged
     * @param bytesWritten as bytesRead
     * @param bytesPerRead bytesRead / reads: the mean I/O size that the device saw
     * @param bytesPerWrite bytesWritten / writes
     * @param readWait mean seconds of a read, waiting included, each read counting alike
     * @param writeWait mean seconds of a write, waiting included
     * @param service seconds in which the device had work / requests, discards and flushes among them: what {@code iostat} once called
     *     svctm. For a device that serves several requests at once it is shorter than a request takes
     * @param queue requests waiting or served, mean over the window and over the devices, idle ones included; discards and flushes are among them
     *     where the kernel counts these
     * @param busy share of the window in which a device had work, mean over the devices, at most 1
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
        /** Of which nothing is known. */
        public static final IoFigures UNKNOWN =
                new IoFigures(null, null, null, null, null, null, null, null, null, null, null, null, null);

        /** Whether the requests and their bytes are known. */
        public boolean known() {
            return reads != null && writes != null && bytesRead != null && bytesWritten != null;
        }

        /** Reads and writes, where both are known. */
        public double requests() {
            return reads + (double) writes;
        }

        /** Whether it is known to have done nothing, and to have had nothing to do: a request that never ends is not counted as one. */
        public boolean idle() {
            return reads != null && reads + writes == 0 && isZero(busy) && isZero(queue);
        }

        private static boolean isZero(Double value) {
            return value == null || value == 0;
        }
    }
}
