package org.spindlebench.analysis.collector;

import java.util.stream.DoubleStream;
import org.spindlebench.analysis.node.DeviceFigures;

/**
 * What a device did, per second; or, as a sum over time, what it did in all. NaN where it is not known.
 *
 * @param reads requests
 * @param readsMerged requests
 * @param bytesRead bytes
 * @param writes requests
 * @param writesMerged requests
 * @param bytesWritten bytes
 * @param readSeconds seconds that all reads took together, waiting included
 * @param writeSeconds the same of writes
 * @param queue requests waiting or served
 * @param busy share of the time in which the device had work
 */
record DeviceRates(
        double reads,
        double readsMerged,
        double bytesRead,
        double writes,
        double writesMerged,
        double bytesWritten,
        double readSeconds,
        double writeSeconds,
        double queue,
        double busy) {
    static final DeviceRates ZERO = new DeviceRates(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** This sum with so many seconds of a rate more. What is not known of either is not known of the sum. */
    DeviceRates plus(DeviceRates rate, double seconds) {
        return new DeviceRates(
                reads + rate.reads * seconds,
                readsMerged + rate.readsMerged * seconds,
                bytesRead + rate.bytesRead * seconds,
                writes + rate.writes * seconds,
                writesMerged + rate.writesMerged * seconds,
                bytesWritten + rate.bytesWritten * seconds,
                readSeconds + rate.readSeconds * seconds,
                writeSeconds + rate.writeSeconds * seconds,
                queue + rate.queue * seconds,
                busy + rate.busy * seconds);
    }

    /** Whether nothing is known of the device but that it did nothing. */
    boolean isIdle() {
        return DoubleStream.of(
                        reads,
                        readsMerged,
                        bytesRead,
                        writes,
                        writesMerged,
                        bytesWritten,
                        readSeconds,
                        writeSeconds,
                        queue,
                        busy)
                .allMatch(value -> Double.isNaN(value) || value == 0);
    }

    /**
     * The figures of this sum.
     *
     * @param seconds the time that it is over
     */
    DeviceFigures figures(String device, double seconds) {
        return new DeviceFigures(
                device,
                whole(reads),
                whole(readsMerged),
                whole(bytesRead),
                whole(writes),
                whole(writesMerged),
                whole(bytesWritten),
                ratio(bytesRead, reads),
                ratio(bytesWritten, writes),
                ratio(readSeconds, reads),
                ratio(writeSeconds, writes),
                ratio(busy, reads + writes),
                ratio(queue, seconds),
                ratio(Math.min(busy, seconds), seconds));
    }

    private static Long whole(double value) {
        return Double.isNaN(value) ? null : (Long) Math.round(value);
    }

    private static Double ratio(double value, double over) {
        return !Double.isNaN(value) && over > 0 ? (Double) (value / over) : null;
    }
}
