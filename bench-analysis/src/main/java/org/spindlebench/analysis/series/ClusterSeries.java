package org.spindlebench.analysis.series;

import java.util.List;

/**
 * What all nodes together did, step by step. A figure that one of them lacks, all of them lack: a sum over the others would be too small.
 *
 * @param nodes their number
 * @param steps all of the run's, in the order of time; empty where a node was not watched throughout
 * @param reasons what is not known and why, for people; empty where all is
 */
public record ClusterSeries(int nodes, List<NodeStep> steps, List<String> reasons) {
    public ClusterSeries {
        steps = List.copyOf(steps);
        reasons = List.copyOf(reasons);
    }
}
