package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a probe measured on one node. Absent where it is not known.
 *
 * @param node its host name
 * @param fileBytes bytes of each directory's file
 * @param seed of data and random orders
 * @param tool what made the requests
 * @param directories that were to be measured, in their order
 * @param measurements in their order: each directory alone, then one directory of each device at once
 * @param problems what went wrong besides measuring, each with its directory
 */
public record DeviceProbeResult(
        String node,
        Long fileBytes,
        Long seed,
        String tool,
        List<ProbedDirectory> directories,
        List<DeviceMeasurement> measurements,
        List<String> problems) {
    public DeviceProbeResult {
        directories = List.copyOf(directories);
        measurements = List.copyOf(measurements);
        problems = List.copyOf(problems);
    }

    /** The directory of a path; null where there is none. */
    public ProbedDirectory directory(String path) {
        return directories.stream()
                .filter(directory -> directory.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** The same operation in the same directory with others at once; null where there is none with figures. */
    public DeviceMeasurement atOnce(DeviceMeasurement alone) {
        return measurements.stream()
                .filter(other -> other.others() > 0
                        && other.isLike(alone)
                        && other.directory().equals(alone.directory())
                        && other.bandwidth() != null)
                .findFirst()
                .orElse(null);
    }

    /** What the devices share, for every operation that was measured at once on at least two with figures for each. */
    public List<SharedLimit> sharedLimits() {
        Map<List<Object>, List<DeviceMeasurement>> byOperation = new LinkedHashMap<>();
        for (DeviceMeasurement one : measurements) {
            if (one.others() == 0 && atOnce(one) != null && one.bandwidth() != null) {
                byOperation
                        .computeIfAbsent(List.of(one.operation(), one.block()), key -> new ArrayList<>())
                        .add(one);
            }
        }
        return byOperation.values().stream()
                .filter(alone -> alone.size() == expected(alone.get(0)))
                .map(alone ->
                        SharedLimit.of(alone, alone.stream().map(this::atOnce).toList()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** How many took part. */
    private int expected(DeviceMeasurement alone) {
        return atOnce(alone).others() + 1;
    }
}
