package org.spindlebench.runner.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.jobs.probe.layout.Finding;

/** Converts a device probe's findings to a result. */
public final class DeviceFindings {
    private DeviceFindings() {}

    /**
     * Returns a node's result.
     *
     * @param findings findings of {@link org.spindlebench.jobs.device.DeviceProbe}; other kinds are ignored
     */
    public static DeviceProbeReport of(String node, List<Finding> findings) {
        List<ProbedDirectory> directories = new ArrayList<>();
        List<DeviceMeasurement> measurements = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Attributes settings = new Attributes(node, Map.of());
        for (Finding finding : findings) {
            switch (finding.kind()) {
                case "settings" -> settings = Attributes.of(finding);
                case "place" -> directories.add(directory(finding));
                case "measurement" -> measurements.add(measurement(finding));
                case "problem" ->
                    problems.add(finding.name() + ": " + finding.attributes().get("reason"));
                default -> {
                    // This is a finding of another probe, or of a newer version.
                }
            }
        }
        return new DeviceProbeReport(
                node,
                settings.number("fileBytes"),
                settings.number("seed"),
                settings.text("tool"),
                settings.text("leftOut"),
                directories,
                measurements,
                problems);
    }

    /** Converts a finding of the kind {@code measurement}. */
    public static DeviceMeasurement measurement(Finding finding) {
        Attributes said = Attributes.of(finding);
        Long others = said.number("others");
        Long block = said.number("block");
        return new DeviceMeasurement(
                finding.name(),
                Objects.requireNonNullElse(said.text("operation"), ""),
                block == null ? 0 : block,
                said.number("threads"),
                others == null ? 0 : others.intValue(),
                said.number("bytes"),
                said.decimal("seconds"),
                said.number("requests"),
                said.number("deviceBytes"),
                said.number("deviceRequests"),
                said.decimals("sliceSeconds"),
                said.text("tool"),
                said.text("access"),
                said.text("error"));
    }

    private static ProbedDirectory directory(Finding finding) {
        Attributes said = Attributes.of(finding);
        return new ProbedDirectory(
                finding.name(),
                said.text("realPath"),
                said.text("mountPoint"),
                said.text("fileSystem"),
                said.list("devices"),
                said.list("disks"),
                said.text("noDevice"),
                said.text("unknown"),
                said.text("access"),
                said.text("accessReason"),
                said.text("error"));
    }
}
