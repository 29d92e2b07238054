package org.spindlebench.runner.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spindlebench.runner.cluster.ClusterIdentity;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.NodeShape;
import org.spindlebench.runner.cluster.QueueShape;
import org.spindlebench.runner.plan.Slots.Request;

/**
 * How many containers of one request a queue was seen to grant at once, and all that this depends on.
 *
 * @param conditions what it was measured under
 * @param slots what was measured
 * @param measured when
 */
public record Calibration(Conditions conditions, CalibratedSlots slots, Instant measured) {

    /**
     * Under what a number of slots holds. Nodes and queue are as free and as limited as they were then, or it does not.
     *
     * @param cluster which cluster, and for whom
     * @param queue the queue and its limits
     * @param nodes running NodeManagers with what was in use, in the order of hosts
     * @param minimumMemory bytes: requests are rounded up to a multiple of it
     * @param dominant whether the scheduler counts vcores besides memory
     */
    public record Conditions(
            ClusterIdentity cluster, QueueShape queue, List<NodeShape> nodes, long minimumMemory, boolean dominant) {
        private static final Comparator<NodeShape> ORDER = Comparator.comparing(NodeShape::host)
                .thenComparingLong(NodeShape::memory)
                .thenComparingLong(NodeShape::memoryUsed)
                .thenComparingInt(NodeShape::vcores)
                .thenComparingInt(NodeShape::vcoresUsed);

        public Conditions {
            nodes = nodes.stream().sorted(ORDER).toList();
        }

        /** What holds now. */
        public static Conditions of(ClusterIdentity cluster, ClusterShape shape) {
            return new Conditions(cluster, shape.queue(), shape.nodes(), shape.minimumMemory(), shape.dominant());
        }

        /** Whether both are about the same queue of the same cluster, as the same user sees it. */
        boolean sameQueue(Conditions other) {
            return cluster.equals(other.cluster) && queue.name().equals(other.queue.name());
        }

        /** What is not as it was, in words; empty when nothing is. */
        List<String> differences(Conditions now) {
            List<String> differences = new ArrayList<>();
            if (!nodes.equals(now.nodes)) {
                differences.add("the NodeManagers, or what is in use on them");
            }
            if (!queue.equals(now.queue)) {
                differences.add("the queue's limits");
            }
            if (minimumMemory != now.minimumMemory || dominant != now.dominant) {
                differences.add("the scheduler's settings");
            }
            return differences;
        }
    }

    /**
     * What the queue granted.
     *
     * @param task the tasks' container request, normalised
     * @param am the ApplicationMaster's, normalised, which stood beside them
     * @param atOnce tasks that ran at one instant
     */
    public record CalibratedSlots(Request task, Request am, int atOnce) {}

    /** Whether a later measurement takes this one's place. */
    boolean isReplacedBy(Calibration later) {
        return conditions.sameQueue(later.conditions)
                && slots.task().equals(later.slots.task())
                && slots.am().equals(later.slots.am());
    }
}
