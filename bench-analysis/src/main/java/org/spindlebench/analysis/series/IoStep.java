package org.spindlebench.analysis.series;

/**
 * What devices did in one step. Absent where the samples of a node do not reach over the whole step, or the figure is not known as in
 * {@link org.spindlebench.analysis.node.DeviceFigures}.
 *
 * @param at the step's begin, in seconds since YARN accepted the job
 * @param seconds its length
 * @param readsPerSecond requests completed a second, all devices together
 * @param bytesReadPerSecond bytes a second
 * @param writesPerSecond as readsPerSecond
 * @param bytesWrittenPerSecond as bytesReadPerSecond
 * @param bytesPerRead bytes read / reads: the mean I/O size; absent without reads
 * @param bytesPerWrite bytes written / writes
 * @param busy share of the step in which a device had work, mean over the devices, idle ones included
 * @param queue requests waiting or served at a device, mean over the step and over the devices
 */
public record IoStep(
        double at,
        double seconds,
        Double readsPerSecond,
        Double bytesReadPerSecond,
        Double writesPerSecond,
        Double bytesWrittenPerSecond,
        Double bytesPerRead,
        Double bytesPerWrite,
        Double busy,
        Double queue) {}
