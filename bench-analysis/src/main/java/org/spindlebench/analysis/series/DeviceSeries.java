package org.spindlebench.analysis.series;

import java.util.List;

/**
 * What one device did, step by step.
 *
 * @param device the kernel's name
 * @param steps all of the run's, in the order of time
 */
public record DeviceSeries(String device, List<IoStep> steps) {
    public DeviceSeries {
        steps = List.copyOf(steps);
    }
}
