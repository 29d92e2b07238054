package org.spindlebench.runner.cli;

import java.util.Locale;
import java.util.Objects;
import org.spindlebench.analysis.cost.StorageTerms;
import org.spindlebench.analysis.device.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.RoleBandwidth;
import org.spindlebench.runner.conf.NominalFigures;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.MeasuredSetup;
import org.spindlebench.runner.plan.RoleFigures;
import org.spindlebench.runner.plan.SetupFigures;

/** What a setup's devices were measured to do, beside what its file states. */
final class SetupDevicesText {
    private static final String NONE = "-";

    private SetupDevicesText() {}

    static String of(StorageSetup setup, MeasuredSetup measured) {
        StringBuilder text = new StringBuilder();
        for (DeviceProbeResult host : measured.hosts()) {
            text.append(String.format(
                    Locale.ROOT,
                    "\n%s on %s, sequential MB/s (read/write):\n%-16s  %15s  %15s  %15s  %s\n",
                    setup.name(),
                    host.node(),
                    "device",
                    "measured",
                    "all at once",
                    "stated",
                    "where"));
            for (MeasuredSetup.Instance instance : measured.instances()) {
                String directory = measured.directory(instance, host);
                NominalFigures stated = setup.device(instance.device()).nominal();
                line(
                        text,
                        instance.device() + " " + instance.number(),
                        pair(of(host, directory, "read"), of(host, directory, "write")),
                        NONE,
                        pair(number(stated.readBandwidth()), number(stated.writeBandwidth())),
                        directory);
            }
            for (StorageRole role : StorageRole.values()) {
                RoleBandwidth read = measured.of(host, role, "read");
                RoleBandwidth write = measured.of(host, role, "write");
                line(
                        text,
                        "= " + role.label(),
                        pair(read.alone(), write.alone()),
                        pair(read.atOnce(), write.atOnce()),
                        stated(setup, role),
                        Objects.requireNonNullElse(read.reason(), Objects.requireNonNullElse(write.reason(), "")));
            }
        }
        return text.append(
                        "= sums over the devices of a role; all at once: while one directory of each device was busy.\n")
                .toString()
                .replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
    }

    private static void line(
            StringBuilder to, String name, String measured, String atOnce, String stated, String where) {
        to.append(String.format(Locale.ROOT, "%-16s  %15s  %15s  %15s  %s", name, measured, atOnce, stated, where)
                        .stripTrailing())
                .append('\n');
    }

    private static Double of(DeviceProbeResult host, String directory, String operation) {
        return host.measurements().stream()
                .filter(one -> one.others() == 0
                        && one.directory().equals(directory)
                        && one.operation().equals(operation)
                        && one.block() == MeasuredSetup.block(host))
                .map(DeviceMeasurement::bandwidth)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static String stated(StorageSetup setup, StorageRole role) {
        SetupFigures figures = SetupFigures.of(setup, StorageTerms.DEFAULT.replication());
        RoleFigures.Bandwidth nominal = (role == StorageRole.HDFS ? figures.hdfs() : figures.shuffle()).nominal();
        return nominal == null ? NONE : pair((double) nominal.read(), (double) nominal.write());
    }

    private static Double number(Long bytes) {
        return bytes == null ? null : (Double) (double) bytes;
    }

    private static String pair(Double read, Double write) {
        return read == null && write == null ? NONE : one(read) + "/" + one(write);
    }

    private static String one(Double bytes) {
        return bytes == null ? NONE : String.format(Locale.ROOT, "%.1f", bytes / DevicesText.MEGA);
    }
}
