package org.spindlebench.runner.plan;

import java.util.List;

/**
 * How many containers of one size a cluster can run at once, beside one ApplicationMaster.
 *
 * <p>slots = min(Σ over nodes of floor(free / request) − what the ApplicationMaster takes away at worst,
 * floor((user limit − ApplicationMaster) / request)), for memory, and for the dominant answer for vcores too; requests are rounded up to a multiple of the minimum allocation.
 *
 * @param byMemory the answer when only memory is counted
 * @param byDominant the answer when memory and vcores are counted
 * @param chosen the answer that applies
 * @param rule {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
 */
public record Slots(int byMemory, int byDominant, int chosen, String rule) {

    /**
     * Free resources of a node.
     *
     * @param memory bytes
     * @param vcores vcores
     */
    public record Free(long memory, int vcores) {}

    /**
     * A container request.
     *
     * @param memory bytes
     * @param vcores vcores
     */
    public record Request(long memory, int vcores) {
        /** Rounded up to a multiple of the scheduler's minimum allocation. */
        public Request normalised(long minimumMemory) {
            long unit = Math.max(1, minimumMemory);
            return new Request((memory + unit - 1) / unit * unit, Math.max(1, vcores));
        }
    }

    /**
     * Computes both answers.
     *
     * @param nodes what is free on each node
     * @param task the wave's request, normalised
     * @param am the ApplicationMaster's request, normalised
     * @param user what the queue grants one user
     * @param dominant whether the scheduler counts vcores
     */
    public static Slots of(List<Free> nodes, Request task, Request am, Free user, boolean dominant) {
        int queue = (int) Math.min(Integer.MAX_VALUE, Math.max(0, user.memory() - am.memory()) / task.memory());
        int queueVcores = Math.max(0, user.vcores() - am.vcores()) / task.vcores();
        int memory = Math.min(queue, onNodes(nodes, task, am, false));
        int both = Math.min(Math.min(queue, queueVcores), onNodes(nodes, task, am, true));
        return new Slots(memory, both, dominant ? both : memory, dominant ? "dominant" : "memory");
    }

    /** The user's own number instead. */
    public Slots given(int slots) {
        return new Slots(byMemory, byDominant, slots, "given");
    }

    /** The number that the queue was seen to grant instead. */
    public Slots calibrated(int slots) {
        return new Slots(byMemory, byDominant, slots, "calibrated");
    }

    private static int onNodes(List<Free> nodes, Request task, Request am, boolean vcores) {
        int sum = 0;
        int worst = 0;
        for (Free node : nodes) {
            int alone = fit(node, task, vcores);
            sum += alone;
            if (node.memory() >= am.memory() && (!vcores || node.vcores() >= am.vcores())) {
                Free rest = new Free(node.memory() - am.memory(), node.vcores() - am.vcores());
                worst = Math.max(worst, alone - fit(rest, task, vcores));
            }
        }
        return sum - worst;
    }

    private static int fit(Free node, Request task, boolean vcores) {
        long byMemory = node.memory() / task.memory();
        long byVcores = vcores ? node.vcores() / task.vcores() : byMemory;
        return (int) Math.max(0, Math.min(byMemory, byVcores));
    }
}
