package org.spindlebench.analysis.node;

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
