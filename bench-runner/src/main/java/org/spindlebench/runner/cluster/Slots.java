package org.spindlebench.runner.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The number of containers of one size that a cluster can run at once, in addition to the ApplicationMasters.
 *
 * <p>slots = min(Σ over nodes of floor(free / request) − the most that the ApplicationMasters take away, floor((user
 * limit − ApplicationMasters) / request)), for memory. The dominant answer also limits each of these numbers by vcores.
 * Requests are rounded up to a multiple of the minimum allocation.
 *
 * @param byMemory the answer if only memory is counted
 * @param byDominant the answer if memory and vcores are counted
 * @param chosen the answer that applies
 * @param rule {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
 */
public record Slots(int byMemory, int byDominant, int chosen, String rule) {

    /**
     * Free resources of a node.
     *
     * @param memory bytes
     */
    public record Free(long memory, int vcores) {}

    /**
     * A container request.
     *
     * @param memory bytes
     */
    public record ContainerSize(long memory, int vcores) {
        /** Rounds up to a multiple of the scheduler's minimum allocation. */
        public ContainerSize normalised(long minimumMemory) {
            long unit = Math.max(1, minimumMemory);
            return new ContainerSize((memory + unit - 1) / unit * unit, Math.max(1, vcores));
        }
    }

    /**
     * Computes both answers, and chooses one.
     *
     * @param nodes the free resources of each node
     * @param task the wave's request, normalised
     * @param masters the ApplicationMasters' requests, normalised
     * @param user the resources that the queue grants one user
     * @param dominant whether the scheduler counts vcores
     */
    public static Slots of(
            List<Free> nodes, ContainerSize task, List<ContainerSize> masters, Free user, boolean dominant) {
        long memoryOfMasters = masters.stream().mapToLong(ContainerSize::memory).sum();
        int vcoresOfMasters = masters.stream().mapToInt(ContainerSize::vcores).sum();
        int queue = (int) Math.min(Integer.MAX_VALUE, Math.max(0, user.memory() - memoryOfMasters) / task.memory());
        int queueVcores = Math.max(0, user.vcores() - vcoresOfMasters) / task.vcores();
        int memory = Math.min(queue, onNodes(nodes, task, masters, false));
        int both = Math.min(Math.min(queue, queueVcores), onNodes(nodes, task, masters, true));
        return new Slots(memory, both, dominant ? both : memory, dominant ? "dominant" : "memory");
    }

    /** Returns these slots, but with the user's number as the chosen answer. */
    public Slots given(int slots) {
        return new Slots(byMemory, byDominant, slots, "given");
    }

    /** Returns these slots, but with the number granted in a calibration as the chosen answer. */
    public Slots calibrated(int slots) {
        return new Slots(byMemory, byDominant, slots, "calibrated");
    }

    private static int onNodes(List<Free> nodes, ContainerSize task, List<ContainerSize> masters, boolean vcores) {
        int sum = nodes.stream().mapToInt(node -> fit(node, task, vcores)).sum();
        return sum - worstLoss(new ArrayList<>(nodes), task, masters, vcores);
    }

    /** Returns the largest number of tasks that ApplicationMasters can displace. Equal nodes are tried once. */
    private static int worstLoss(List<Free> nodes, ContainerSize task, List<ContainerSize> masters, boolean vcores) {
        if (masters.isEmpty()) {
            return 0;
        }
        ContainerSize am = masters.get(0);
        List<ContainerSize> others = masters.subList(1, masters.size());
        int worst = 0;
        Set<Free> tried = new HashSet<>();
        for (int i = 0; i < nodes.size(); i++) {
            Free node = nodes.get(i);
            boolean fits = node.memory() >= am.memory() && (!vcores || node.vcores() >= am.vcores());
            if (fits && tried.add(node)) {
                nodes.set(i, without(node, am));
                int loss = fit(node, task, vcores) - fit(nodes.get(i), task, vcores);
                worst = Math.max(worst, loss + worstLoss(nodes, task, others, vcores));
                nodes.set(i, node);
            }
        }
        return worst;
    }

    /** Returns a node's free resources with one more container on it. */
    public static Free without(Free node, ContainerSize container) {
        return new Free(
                Math.max(0, node.memory() - container.memory()), Math.max(0, node.vcores() - container.vcores()));
    }

    /** Returns the number of containers for which a node has room. */
    public static int fit(Free node, ContainerSize task, boolean vcores) {
        long byMemory = node.memory() / task.memory();
        long byVcores = vcores ? node.vcores() / task.vcores() : byMemory;
        return (int) Math.max(0, Math.min(byMemory, byVcores));
    }
}
