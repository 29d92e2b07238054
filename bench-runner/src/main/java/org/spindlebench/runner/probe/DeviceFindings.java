package org.spindlebench.runner.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;
import org.spindlebench.jobs.probe.layout.Finding;

/** Converts a device probe's findings to a result. A value that should be a number and is not is unknown. */
public final class DeviceFindings {
    private DeviceFindings() {}

    /**
     * Returns a node's result.
     *
     * @param findings findings of {@link org.spindlebench.jobs.device.DeviceProbe}; other kinds are ignored
     */
    public static DeviceProbeResult of(String node, List<Finding> findings) {
        List<ProbedDirectory> directories = new ArrayList<>();
        List<DeviceMeasurement> measurements = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Map<String, String> settings = Map.of();
        for (Finding finding : findings) {
            switch (finding.kind()) {
                case "settings" -> settings = finding.attributes();
                case "place" -> directories.add(directory(finding));
                case "measurement" -> measurements.add(measurement(finding));
                case "problem" ->
                    problems.add(finding.name() + ": " + finding.attributes().get("reason"));
                default -> {
                    // This is a finding of another probe, or of a newer version.
                }
            }
        }
        return new DeviceProbeResult(
                node,
                number(settings, "fileBytes"),
                number(settings, "seed"),
                settings.get("tool"),
                settings.get("leftOut"),
                directories,
                measurements,
                problems);
    }

    /** Converts a finding of the kind {@code measurement}. */
    public static DeviceMeasurement measurement(Finding finding) {
        Map<String, String> said = finding.attributes();
        Long others = number(said, "others");
        Long block = number(said, "block");
        return new DeviceMeasurement(
                finding.name(),
                said.getOrDefault("operation", ""),
                block == null ? 0 : block,
                number(said, "threads"),
                others == null ? 0 : others.intValue(),
                number(said, "bytes"),
                decimal(said, "seconds"),
                number(said, "requests"),
                number(said, "deviceBytes"),
                number(said, "deviceRequests"),
                decimals(said, "sliceSeconds"),
                said.get("tool"),
                said.get("access"),
                said.get("error"));
    }

    /** Returns a list of numbers; null if it is missing, or if any of them cannot be read. */
    private static List<Double> decimals(Map<String, String> said, String key) {
        List<Double> values = new ArrayList<>();
        for (String text : list(said.get(key))) {
            Double value = decimal(Map.of(key, text), key);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private static ProbedDirectory directory(Finding finding) {
        Map<String, String> said = finding.attributes();
        return new ProbedDirectory(
                finding.name(),
                said.get("realPath"),
                said.get("mountPoint"),
                said.get("fileSystem"),
                list(said.get("devices")),
                list(said.get("disks")),
                said.get("noDevice"),
                said.get("unknown"),
                said.get("access"),
                said.get("accessReason"),
                said.get("error"));
    }

    private static List<String> list(String names) {
        return Stream.of((names == null ? "" : names).split(","))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Long number(Map<String, String> said, String key) {
        try {
            return said.containsKey(key) ? Long.valueOf(said.get(key)) : null;
        } catch (NumberFormatException unreadable) {
            return null;
        }
    }

    private static Double decimal(Map<String, String> said, String key) {
        try {
            Double value = said.containsKey(key) ? Double.valueOf(said.get(key)) : null;
            return value != null && Double.isFinite(value) ? value : null;
        } catch (NumberFormatException unreadable) {
            return null;
        }
    }
}
