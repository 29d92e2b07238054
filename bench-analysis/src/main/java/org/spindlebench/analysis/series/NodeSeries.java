package org.spindlebench.analysis.series;

import java.util.List;

/**
 * What one node did, step by step.
 *
 * @param node its host name
 * @param steps all of the run's, in the order of time
 * @param devices block devices and partitions that did something, and those that came or went; by name. The same bytes appear at a
 *     partition and at its disk
 */
public record NodeSeries(String node, List<NodeStep> steps, List<DeviceSeries> devices) {
    public NodeSeries {
        steps = List.copyOf(steps);
        devices = List.copyOf(devices);
    }
}
