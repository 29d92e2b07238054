package org.spindlebench.analysis.proof;

import java.util.List;
import org.spindlebench.analysis.node.NodeFigures;

/**
 * What is known of what a job wrote to HDFS.
 *
 * @param bytesAsked bytes that it wrote, times replicas: as many as the devices are to get; null where it is not known
 * @param sync what was forced to disk: {@code block}, {@code close} (the last block of each file) or {@code none}; null where it is not known
 * @param job HDFS's devices in the job's window; null where nothing was watched
 * @param flushed the same from the job's begin until what it left dirty was written; null where nobody waited for that
 * @param nodes in the job's window
 * @param toEnd seconds from the job's begin to its end
 * @param toFlush seconds from the job's begin until all was written; null where nobody waited for that
 */
public record WriteObservation(
        Long bytesAsked,
        String sync,
        RoleFigures job,
        RoleFigures flushed,
        List<NodeFigures> nodes,
        Double toEnd,
        Double toFlush) {
    public WriteObservation {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
    }

    /**
     * By how much the dirty pages of all nodes grew, in bytes; a node where they became fewer counts as none. Null where a node is missing or
     * does not say.
     */
    Long dirtied() {
        if (nodes.isEmpty() || (job != null && nodes.size() < job.nodes())) {
            return null;
        }
        long sum = 0;
        for (NodeFigures node : nodes) {
            NodeFigures.Memory memory = node.memory();
            if (memory == null || memory.dirtyBefore() == null || memory.dirtyAfter() == null) {
                return null;
            }
            sum += Math.max(0, memory.dirtyAfter() - memory.dirtyBefore());
        }
        return sum;
    }
}
