package org.spindlebench.analysis.series;

import static org.spindlebench.analysis.series.CounterSteps.known;

/**
 * What a node did in one step, or several did. NaN where that is not known.
 *
 * @param cpuBusy busy share of its hardware threads
 * @param received bytes
 * @param sent bytes
 * @param pageCache bytes, mean over the step
 * @param dirty bytes, mean over the step
 */
record NodeSum(double cpuBusy, double received, double sent, double pageCache, double dirty) {
    static final NodeSum ZERO = new NodeSum(0, 0, 0, 0, 0);
    static final NodeSum UNKNOWN = new NodeSum(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** @param share of all hardware threads that the other has */
    NodeSum plus(NodeSum other, double share) {
        return new NodeSum(
                cpuBusy + share * other.cpuBusy,
                received + other.received,
                sent + other.sent,
                pageCache + other.pageCache,
                dirty + other.dirty);
    }

    NodeStep step(StepGrid grid, int step) {
        double seconds = grid.seconds(step);
        return new NodeStep(
                grid.at(step),
                seconds,
                known(cpuBusy),
                known(received / seconds),
                known(sent / seconds),
                known(pageCache),
                known(dirty));
    }
}
