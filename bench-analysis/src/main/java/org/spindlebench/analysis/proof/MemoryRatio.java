package org.spindlebench.analysis.proof;

import java.util.List;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * A job's data against the memory of its nodes.
 *
 * @param dataPerNode bytes / nodes
 * @param memoryPerNode mean memory of a node, bytes
 * @param ratio dataPerNode / memoryPerNode
 * @param warning that the data may never leave the page cache, for people: where ratio is less than {@link #LEAST}; null elsewhere
 * @param reason why there is no ratio, for people; null where there is one
 */
public record MemoryRatio(Long dataPerNode, Long memoryPerNode, Double ratio, String warning, String reason) {
    /** Data of this many times the memory cannot be in the page cache as a whole. */
    public static final double LEAST = 1;

    /**
     * Of a job.
     *
     * @param bytes of its data on all nodes together, replicas counted where they are written; null where it is not known
     * @param nodes all of them
     */
    public static MemoryRatio of(Long bytes, List<NodeFigures> nodes) {
        if (bytes == null || nodes.isEmpty()) {
            return new MemoryRatio(
                    null,
                    null,
                    null,
                    null,
                    bytes == null ? "it is not known how much data the job has" : "no node was watched");
        }
        Reasons reasons = new Reasons();
        long memory = 0;
        for (NodeFigures node : nodes) {
            Long total = node.memory() == null ? null : node.memory().total();
            if (total == null || total <= 0) {
                reasons.add(node.node(), "its memory is not known");
            } else {
                memory += total;
            }
        }
        long perNode = bytes / nodes.size();
        String reason = reasons.text(nodes.size());
        if (reason != null) {
            return new MemoryRatio(perNode, null, null, null, reason);
        }
        double ratio = bytes / (double) memory;
        return new MemoryRatio(perNode, memory / nodes.size(), ratio, warning(ratio), null);
    }

    private static String warning(double ratio) {
        return ratio < LEAST ? "the data is smaller than memory, and may never leave the page cache" : null;
    }
}
