package org.spindlebench.runner.devices;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbeWarnings;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;
import org.spindlebench.analysis.device.DeviceProbeResult.SharedLimit;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.NominalFigures;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.plan.SetupFigures;
import org.spindlebench.runner.plan.SetupFigures.RoleFigures;

/**
 * What becomes of what {@code devices} measured: it is printed, and kept where a setup was measured.
 *
 * @param setup whose devices they are; empty where directories were named
 * @param directory of results
 * @param json whether JSON is printed
 */
public record DevicesResults(
        Optional<StorageSetup> setup, Path directory, boolean json, PrintStream out, PrintStream err) {
    /** The exit code. */
    public int report(List<DeviceProbeResult> hosts, Instant now) {
        Optional<MeasuredSetup> measured = setup.map(
                declared -> new MeasuredSetup(declared.name(), now, MeasuredSetup.instances(declared), hosts));
        if (json) {
            out.print(JsonDocument.text(
                    measured.isEmpty() && hosts.size() == 1
                            ? DevicesDocument.of(hosts.get(0))
                            : HostsDocument.of(hosts, setup, measured)));
        } else {
            hosts.forEach(host -> out.print(DevicesText.of(host)));
            measured.ifPresent(found -> out.print(SetupDevicesText.of(setup.orElseThrow(), found)));
        }
        boolean complete = !hosts.isEmpty() && hosts.stream().allMatch(DevicesResults::isComplete);
        boolean kept = measured.isEmpty() || keep(measured.get());
        return (complete && kept ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private boolean keep(MeasuredSetup measured) {
        Path file = directory.resolve(MeasuredSetups.FILE);
        try {
            Files.createDirectories(directory);
            JsonDocument.write(file, MeasuredSetups.read(file).with(measured));
            err.println("kept in " + file);
            return true;
        } catch (IOException | InvalidDocumentException e) {
            err.println("error: what was measured is not kept in " + file + ": " + FileFailure.of(e));
            return false;
        }
    }

    private static boolean isComplete(DeviceProbeResult result) {
        return result.problems().isEmpty()
                && !result.directories().isEmpty()
                && result.directories().stream().allMatch(directory -> directory.error() == null)
                && result.measurements().stream().allMatch(measured -> measured.error() == null);
    }

    /**
     * What {@code devices --json} prints of a setup, or of several hosts.
     *
     * @param hosts one or more
     * @param setup null where directories were named
     */
    record HostsDocument(int schema, List<DevicesDocument> hosts, Setup setup) {
        /**
         * A setup's.
         *
         * @param instances of its devices
         * @param roles by host, role and operation
         */
        record Setup(String name, List<MeasuredSetup.Instance> instances, List<OfHost> roles) {}

        /** What a role's devices do on one host. */
        record OfHost(String host, RoleBandwidth bandwidth) {}

        static HostsDocument of(
                List<DeviceProbeResult> hosts, Optional<StorageSetup> declared, Optional<MeasuredSetup> measured) {
            return new HostsDocument(
                    1,
                    hosts.stream().map(DevicesDocument::of).toList(),
                    measured.map(found -> new Setup(declared.orElseThrow().name(), found.instances(), roles(found)))
                            .orElse(null));
        }

        private static List<OfHost> roles(MeasuredSetup measured) {
            List<OfHost> roles = new ArrayList<>();
            for (DeviceProbeResult host : measured.hosts()) {
                for (StorageRole role : StorageRole.values()) {
                    roles.add(new OfHost(host.node(), measured.of(host, role, "read")));
                    roles.add(new OfHost(host.node(), measured.of(host, role, "write")));
                }
            }
            return roles;
        }
    }

    /**
     * What {@code devices --json} prints.
     *
     * @param doubts sentences
     */
    record DevicesDocument(
            int schema,
            String node,
            Long fileBytes,
            Long seed,
            String tool,
            List<ProbedDirectory> directories,
            List<Measured> measurements,
            List<SharedLimit> sharedLimits,
            List<String> doubts) {
        private static final int SCHEMA = 1;

        /**
         * A measurement with the figures that are made of it.
         *
         * @param bandwidth bytes per second
         * @param bytesPerIo of the device's requests
         * @param moved the device's bytes over those asked for
         */
        record Measured(
                String directory,
                String operation,
                long block,
                Long threads,
                int others,
                Long bytes,
                Double seconds,
                Long requests,
                Long deviceBytes,
                Long deviceRequests,
                Double bandwidth,
                Double bytesPerIo,
                Double moved,
                String tool,
                String access,
                String error) {
            private static Measured of(DeviceMeasurement one) {
                return new Measured(
                        one.directory(),
                        one.operation(),
                        one.block(),
                        one.threads(),
                        one.others(),
                        one.bytes(),
                        one.seconds(),
                        one.requests(),
                        one.deviceBytes(),
                        one.deviceRequests(),
                        one.bandwidth(),
                        one.bytesPerIo(),
                        one.moved(),
                        one.tool(),
                        one.access(),
                        one.error());
            }
        }

        static DevicesDocument of(DeviceProbeResult result) {
            return new DevicesDocument(
                    SCHEMA,
                    result.node(),
                    result.fileBytes(),
                    result.seed(),
                    result.tool(),
                    result.directories(),
                    result.measurements().stream().map(Measured::of).toList(),
                    result.sharedLimits(),
                    ProbeWarnings.of(result));
        }
    }

    /** What a setup's devices were measured to do, beside what its file states. */
    static final class SetupDevicesText {
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

    /** What {@code devices} prints: a table, what the devices share, and every doubt. */
    static final class DevicesText {
        static final double MEGA = 1e6;

        private static final double KILO = 1e3;
        private static final String NONE = "-";
        private static final List<String> COLUMNS =
                List.of("directory", "device", "operation", "block", "MB/s", "at once", "kB/IO", "moved", "how");
        private static final int TEXTS = 3;
        private static final String LEGEND = """
                MB/s: bytes moved / time, of writes with the fsync at the end. MB = 10^6 bytes, kB = 10^3 bytes.
                at once: the same while one directory of each device was busy. kB/IO: of the requests that the device saw.
                moved: bytes that the device moved / bytes asked for; 1 proves that no cache took part.
                """;

        private DevicesText() {}

        static String of(DeviceProbeResult result) {
            StringBuilder text = new StringBuilder();
            text.append(result.node()).append(": files of ");
            text.append(result.fileBytes() == null ? "unknown size" : ByteSize.format(result.fileBytes()));
            text.append(", by ")
                    .append(result.tool())
                    .append(", seed ")
                    .append(result.seed())
                    .append("\n\n");
            List<List<String>> rows = new ArrayList<>(List.of(COLUMNS));
            result.measurements().stream()
                    .filter(one -> one.others() == 0 && one.bandwidth() != null)
                    .forEach(one -> rows.add(row(one, result)));
            append(rows, text);
            List<SharedLimit> shared = result.sharedLimits();
            if (!shared.isEmpty()) {
                text.append("\nAll at once over the sum of each alone:\n");
                shared.forEach(one -> text.append(line(one)).append('\n'));
            }
            text.append('\n').append(LEGEND);
            List<String> doubts = ProbeWarnings.of(result);
            text.append(doubts.isEmpty() ? "" : "\n");
            doubts.forEach(doubt -> text.append("* ").append(doubt).append('\n'));
            // Names and reasons come from outside: a terminal must not obey them.
            return text.toString().replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
        }

        private static List<String> row(DeviceMeasurement one, DeviceProbeResult result) {
            ProbedDirectory directory = result.directory(one.directory());
            DeviceMeasurement atOnce = result.atOnce(one);
            String device =
                    directory == null || directory.devices().isEmpty() ? NONE : String.join("+", directory.devices());
            return List.of(
                    one.directory(),
                    device,
                    one.operation(),
                    ByteSize.format(one.block()),
                    figure("%.1f", one.bandwidth(), MEGA),
                    figure("%.1f", atOnce == null ? null : atOnce.bandwidth(), MEGA),
                    figure("%.0f", one.bytesPerIo(), KILO),
                    figure("%.2f", one.moved(), 1),
                    one.tool() + ", " + one.access());
        }

        private static String line(SharedLimit one) {
            return String.format(
                    Locale.ROOT,
                    "  %-9s %5s  %.2f  (%.1f of %.1f MB/s, %d devices)",
                    one.operation(),
                    ByteSize.format(one.block()),
                    one.ratio(),
                    one.atOnce() / MEGA,
                    one.alone() / MEGA,
                    one.directories().size());
        }

        private static String figure(String format, Double value, double unit) {
            return value == null ? NONE : String.format(Locale.ROOT, format, value / unit);
        }

        private static void append(List<List<String>> rows, StringBuilder to) {
            int[] widths = IntStream.range(0, COLUMNS.size())
                    .map(column -> rows.stream()
                            .mapToInt(row -> row.get(column).length())
                            .max()
                            .orElse(0))
                    .toArray();
            for (List<String> row : rows) {
                String line = IntStream.range(0, widths.length)
                        .mapToObj(column -> pad(row.get(column), widths[column], column < TEXTS))
                        .collect(Collectors.joining("  "));
                to.append(line.stripTrailing()).append('\n');
                if (row == COLUMNS) {
                    to.append("-".repeat(line.length())).append('\n');
                }
            }
        }

        private static String pad(String text, int width, boolean left) {
            String blanks = " ".repeat(width - text.length());
            return left ? text + blanks : blanks + text;
        }
    }
}
