package org.spindlebench.runner.run;

import org.spindlebench.runner.plan.Slots;

/**
 * What a probe on YARN takes of the cluster for as long as a campaign runs.
 *
 * @param node the container on each host
 * @param master its ApplicationMaster
 */
public record ProbeContainers(Slots.Request node, Slots.Request master) {
    /** All of one size, in bytes. */
    public static ProbeContainers of(long memory) {
        return new ProbeContainers(new Slots.Request(memory, 1), new Slots.Request(memory, 1));
    }

    /** As the scheduler grants them. */
    ProbeContainers normalised(long minimumMemory) {
        return new ProbeContainers(node.normalised(minimumMemory), master.normalised(minimumMemory));
    }
}
