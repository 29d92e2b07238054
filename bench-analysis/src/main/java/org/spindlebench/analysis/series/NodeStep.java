package org.spindlebench.analysis.series;

/**
 * What one node, or all nodes together, did in one step. Absent where the samples do not reach over the whole step, or where a kernel does
 * not say.
 *
 * @param at the step's begin, in seconds since YARN accepted the job
 * @param seconds its length
 * @param cpuBusy share of the time of all hardware threads in which they ran something: all but idle and waiting for I/O
 * @param receivedPerSecond bytes a second, at interfaces with hardware behind them
 * @param sentPerSecond the same
 * @param pageCache bytes, mean over the step
 * @param dirty bytes of dirty pages and of pages being written, mean over the step
 */
public record NodeStep(
        double at,
        double seconds,
        Double cpuBusy,
        Double receivedPerSecond,
        Double sentPerSecond,
        Double pageCache,
        Double dirty) {}
