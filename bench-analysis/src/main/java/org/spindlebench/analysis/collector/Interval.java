package org.spindlebench.analysis.collector;

import java.util.Map;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;

/**
 * What a node did between two reports of its collector.
 *
 * @param node its name
 * @param from time of the report before, in milliseconds since 1970
 * @param to time of the report, later
 * @param threads hardware threads; null where the tool does not say
 * @param cpu shares of its processors' time; null where the report has none
 * @param devices rates by device; null where the report has none. A device that is not there did nothing
 */
record Interval(String node, long from, long to, Long threads, CpuShares cpu, Map<String, DeviceRates> devices) {
    Interval {
        devices = devices == null ? null : Map.copyOf(devices);
    }

    /**
     * Shares of the time of all hardware threads; or, as a sum over time, seconds. NaN where it is not known.
     *
     * @param busy all but idle and waiting for I/O
     * @param user in programs, nice ones included
     * @param system in the kernel, interrupts included
     * @param iowait idle while a request for a device was open
     */
    record CpuShares(double busy, double user, double system, double iowait) {
        static final CpuShares ZERO = new CpuShares(0, 0, 0, 0);
        private static final double PERCENT = 100;

        /** Of percentages, as both tools print them. */
        static CpuShares ofPercent(double user, double system, double iowait, double idle) {
            double busy = Math.max(0, 1 - (idle + iowait) / PERCENT);
            return new CpuShares(busy, user / PERCENT, system / PERCENT, iowait / PERCENT);
        }

        CpuShares plus(CpuShares share, double seconds) {
            return new CpuShares(
                    busy + share.busy * seconds,
                    user + share.user * seconds,
                    system + share.system * seconds,
                    iowait + share.iowait * seconds);
        }

        /**
         * The figures of this sum.
         *
         * @param threads hardware threads; null where the tool does not say
         * @param seconds the time that it is over
         */
        NodeFigures.Cpu figures(Long threads, double seconds) {
            return new NodeFigures.Cpu(
                    threads, mean(busy, seconds), mean(user, seconds), mean(system, seconds), mean(iowait, seconds));
        }

        private static Double mean(double sum, double seconds) {
            return Double.isNaN(sum) || seconds == 0 ? null : (Double) (sum / seconds);
        }
    }

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
}
