package org.spindlebench.analysis.node;

import java.util.OptionalDouble;

/**
 * What a block device did in a window, by {@code /proc/diskstats}. Absent where the kernel does not say, where there is nothing to
 * divide by, and all of it where the device came or went during the window or began to count again.
 *
 * @param device the kernel's name, such as {@code sda}
 * @param reads requests completed
 * @param readsMerged requests that were merged with neighbours before they went to the device
 * @param bytesRead bytes, of 512-byte sectors
 * @param writes as reads
 * @param writesMerged as readsMerged
 * @param bytesWritten as bytesRead
 * @param bytesPerRead bytesRead / reads: the mean I/O size that the device saw
 * @param bytesPerWrite bytesWritten / writes
 * @param readWait mean seconds of a read, waiting included
 * @param writeWait mean seconds of a write, waiting included
 * @param service seconds in which the device had work / requests: what {@code iostat} once called svctm. For a device that serves
 *     several requests at once it is shorter than a request takes
 * @param queue requests waiting or served, mean over the window
 * @param busy share of the window in which the device had work, at most 1
 */
public record DeviceFigures(
        String device,
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
    /** Bytes of a sector of {@code /proc/diskstats}, whatever the device's own sectors are. */
    public static final int SECTOR = 512;

    private static final double MILLIS = 1000.0;

    /**
     * The figures of a window.
     *
     * @param increase of the node's counters in it
     * @param millis its length
     */
    static DeviceFigures of(String device, Increase increase, double millis) {
        String prefix = "disk." + device + ".";
        OptionalDouble reads = increase.of(prefix + "reads");
        OptionalDouble writes = increase.of(prefix + "writes");
        OptionalDouble sectorsRead = increase.of(prefix + "sectorsRead");
        OptionalDouble sectorsWritten = increase.of(prefix + "sectorsWritten");
        if (reads.isEmpty() || writes.isEmpty() || sectorsRead.isEmpty() || sectorsWritten.isEmpty()) {
            return unknown(device);
        }
        double bytesRead = sectorsRead.getAsDouble() * SECTOR;
        double bytesWritten = sectorsWritten.getAsDouble() * SECTOR;
        double requests = reads.getAsDouble() + writes.getAsDouble();
        OptionalDouble busy = increase.wrapping(prefix + "busyMillis");
        return new DeviceFigures(
                device,
                (long) reads.getAsDouble(),
                whole(increase.of(prefix + "readsMerged")),
                (long) bytesRead,
                (long) writes.getAsDouble(),
                whole(increase.of(prefix + "writesMerged")),
                (long) bytesWritten,
                ratio(OptionalDouble.of(bytesRead), reads.getAsDouble()),
                ratio(OptionalDouble.of(bytesWritten), writes.getAsDouble()),
                ratio(increase.wrapping(prefix + "readMillis"), reads.getAsDouble() * MILLIS),
                ratio(increase.wrapping(prefix + "writeMillis"), writes.getAsDouble() * MILLIS),
                ratio(busy, requests * MILLIS),
                ratio(increase.wrapping(prefix + "queueMillis"), millis),
                atMostOne(ratio(busy, millis)));
    }

    private static DeviceFigures unknown(String device) {
        return new DeviceFigures(device, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Whether it is known to have done nothing, and to have had nothing to do: a request that never ends is not counted as one. */
    boolean isIdle() {
        return reads != null && reads + writes == 0 && isZero(busy) && isZero(queue);
    }

    private static boolean isZero(Double value) {
        return value == null || value == 0;
    }

    private static Long whole(OptionalDouble value) {
        return value.isPresent() ? (Long) (long) value.getAsDouble() : null;
    }

    private static Double ratio(OptionalDouble value, double over) {
        return value.isPresent() && over > 0 ? (Double) (value.getAsDouble() / over) : null;
    }

    // The kernel counts in ticks, and the window is known to a millisecond.
    private static Double atMostOne(Double share) {
        return share == null ? null : (Double) Math.min(1, share);
    }
}
