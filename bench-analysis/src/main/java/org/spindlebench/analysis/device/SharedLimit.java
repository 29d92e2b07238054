package org.spindlebench.analysis.device;

import java.util.List;

/**
 * One operation on several devices: each alone, and all at once.
 *
 * @param operation as {@link DeviceMeasurement#operation()}
 * @param block bytes of a request
 * @param directories one on each device
 * @param alone sum of their bandwidths one after another, bytes per second
 * @param atOnce sum of their bandwidths all at the same time
 * @param ratio atOnce / alone: 1 where they do not hinder each other; less where they share a controller, a bus, a link, or the processors
 */
public record SharedLimit(
        String operation, long block, List<String> directories, double alone, double atOnce, double ratio) {
    public SharedLimit {
        directories = List.copyOf(directories);
    }

    static SharedLimit of(List<DeviceMeasurement> alone, List<DeviceMeasurement> atOnce) {
        double one = sum(alone);
        double all = sum(atOnce);
        DeviceMeasurement any = alone.get(0);
        List<String> directories =
                alone.stream().map(DeviceMeasurement::directory).toList();
        return new SharedLimit(any.operation(), any.block(), directories, one, all, all / one);
    }

    private static double sum(List<DeviceMeasurement> measurements) {
        return measurements.stream().mapToDouble(DeviceMeasurement::bandwidth).sum();
    }
}
