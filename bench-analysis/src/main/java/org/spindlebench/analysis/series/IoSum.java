package org.spindlebench.analysis.series;

import static org.spindlebench.analysis.series.CounterSteps.known;

/**
 * What devices did in one slot, added up. NaN where that is not known.
 *
 * @param devices their number
 * @param reads requests completed
 * @param bytesRead bytes
 * @param writes requests completed
 * @param bytesWritten bytes
 * @param busy sum of the shares of the slot in which each had work
 * @param queue sum of the mean numbers of requests at each
 */
record IoSum(
        int devices, double reads, double bytesRead, double writes, double bytesWritten, double busy, double queue) {
    static final IoSum ZERO = new IoSum(0, 0, 0, 0, 0, 0, 0);
    static final IoSum UNKNOWN = new IoSum(1, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    IoSum plus(IoSum other) {
        return new IoSum(
                devices + other.devices,
                reads + other.reads,
                bytesRead + other.bytesRead,
                writes + other.writes,
                bytesWritten + other.bytesWritten,
                busy + other.busy,
                queue + other.queue);
    }

    /** Paths to a disk, as the disk: where several had work at once is not known. */
    IoSum asOne() {
        return new IoSum(1, reads, bytesRead, writes, bytesWritten, devices > 1 ? Double.NaN : busy, queue);
    }

    IoStep step(StepGrid grid, int step) {
        double seconds = grid.seconds(step);
        return new IoStep(
                grid.at(step),
                seconds,
                known(reads / seconds),
                known(bytesRead / seconds),
                known(writes / seconds),
                known(bytesWritten / seconds),
                known(bytesRead / reads),
                known(bytesWritten / writes),
                known(busy / devices),
                known(queue / devices));
    }

    /** Null where it is not known. */
    Moved moved() {
        return Double.isNaN(reads) ? null : new Moved(reads, bytesRead, writes, bytesWritten);
    }
}
