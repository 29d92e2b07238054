package org.spindlebench.analysis.record;

import java.util.List;
import org.spindlebench.analysis.node.NodeFigures;

/**
 * What the nodes and their devices did while the job ran, from YARN's acceptance of it to its end.
 *
 * @param probe how they were watched: {@code local}
 * @param nodes those that were watched
 * @param missing nodes that were to be watched and whose samples do not reach over the whole job; empty where none is missing
 * @param samples file beside the record with every sample; null where there is none
 */
public record Evidence(String probe, List<NodeFigures> nodes, List<String> missing, String samples) {
    public Evidence {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        missing = missing == null ? List.of() : List.copyOf(missing);
    }

    /** The same without the file of samples: for a record beside which there is none. */
    public Evidence withoutSamples() {
        return new Evidence(probe, nodes, missing, null);
    }
}
