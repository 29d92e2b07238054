package org.spindlebench.runner.devices;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.device.DeviceEquivalent;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbeWarnings;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.device.DeviceProbeReport.SharedLimit;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.plan.SetupFacts;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;

/**
 * Prints the measurements of {@code devices}. If the measurements are for a setup, also saves them.
 *
 * @param setup the setup that has the devices; empty if the user named directories
 */
public record DevicesOutput(
        Optional<StorageSetup> setup, Path directory, boolean json, PrintStream out, PrintStream err) {
    private static final int SCHEMA = 1;

    /** Prints and saves the measurements and returns the exit code. */
    public int report(List<DeviceProbeReport> hosts, Instant now) {
        Optional<MeasuredSetup> measured = setup.map(
                declared -> new MeasuredSetup(declared.name(), now, MeasuredSetup.instances(declared), hosts));
        if (json) {
            out.print(JsonDocument.text(document(hosts, measured)));
        } else if (hosts.stream().noneMatch(DevicesOutput::isMeasured)
                && !hosts.stream().allMatch(DevicesOutput::isComplete)) {
            // A table would be empty.
            hosts.stream()
                    .flatMap(host -> ProbeWarnings.of(host).stream())
                    .forEach(doubt -> err.println("error: " + HumanText.visible(doubt)));
            err.println("nothing was measured.");
        } else {
            hosts.forEach(host ->
                    out.print(DevicesText.of(host, measured.isEmpty() ? DeviceEquivalent.of(host) : List.of())));
            measured.ifPresent(found -> out.print(SetupDevicesText.of(setup.orElseThrow(), found)));
        }
        boolean complete = !hosts.isEmpty() && hosts.stream().allMatch(DevicesOutput::isComplete);
        boolean kept = measured.isEmpty() || keep(measured.get());
        return (complete && kept ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private boolean keep(MeasuredSetup measured) {
        Path file = directory.resolve(MeasuredSetups.FILE);
        try {
            Files.createDirectories(directory);
            JsonDocument.write(file, MeasuredSetups.read(file).with(measured));
            err.println("saved in " + file);
            return true;
        } catch (IOException | InvalidDocumentException e) {
            err.println("error: the measurements were not saved in " + file + ": " + FileFailure.of(e));
            return false;
        }
    }

    private static boolean isMeasured(DeviceProbeReport result) {
        return result.measurements().stream().anyMatch(measured -> measured.bandwidth() != null);
    }

    private static boolean isComplete(DeviceProbeReport result) {
        return result.problems().isEmpty()
                && !result.directories().isEmpty()
                && result.directories().stream().allMatch(directory -> directory.error() == null)
                && result.measurements().stream().allMatch(measured -> measured.error() == null);
    }

    /** Returns the JSON document. With a setup or more than one host, it has a list of hosts. */
    private ObjectNode document(List<DeviceProbeReport> hosts, Optional<MeasuredSetup> measured) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("schema", SCHEMA);
        if (measured.isEmpty() && hosts.size() == 1) {
            return document.<ObjectNode>setAll(host(hosts.get(0)))
                    .set("equivalents", JsonDocument.tree(DeviceEquivalent.of(hosts.get(0))));
        }
        ArrayNode all = document.putArray("hosts");
        hosts.forEach(host -> all.add(
                JsonNodeFactory.instance.objectNode().put("schema", SCHEMA).setAll(host(host))));
        measured.ifPresent(found -> {
            ObjectNode of = document.putObject("setup").put("name", found.setup());
            of.set("instances", JsonDocument.tree(found.instances()));
            of.set("equivalents", JsonDocument.tree(found.equivalents()));
            ArrayNode roles = of.putArray("roles");
            for (DeviceProbeReport host : found.hosts()) {
                for (StorageRole role : StorageRole.values()) {
                    for (String operation : List.of("read", "write")) {
                        roles.addObject()
                                .put("host", host.node())
                                .set("bandwidth", JsonDocument.tree(found.of(host, role, operation)));
                    }
                }
            }
        });
        return document;
    }

    /** Returns a host's JSON as in records, with derived numbers, limits that devices share, and warnings. */
    private static ObjectNode host(DeviceProbeReport result) {
        ObjectNode host = (ObjectNode) JsonDocument.tree(result);
        host.remove("problems");
        ArrayNode measurements = host.putArray("measurements");
        result.measurements().forEach(one -> measurements.add(measurement(one)));
        host.set("sharedLimits", JsonDocument.tree(result.sharedLimits()));
        host.set("doubts", JsonDocument.tree(ProbeWarnings.of(result)));
        return host;
    }

    private static ObjectNode measurement(DeviceMeasurement one) {
        ObjectNode figures = (ObjectNode) JsonDocument.tree(one);
        List<String> last = List.of("tool", "access", "error");
        ObjectNode end = figures.deepCopy().retain(last);
        figures.remove(last);
        put(figures, "bandwidth", one.bandwidth());
        put(figures, "requestsPerSecond", one.requestsPerSecond());
        put(figures, "bytesPerIo", one.bytesPerIo());
        put(figures, "moved", one.moved());
        put(figures, "firstBandwidth", one.firstBandwidth());
        put(figures, "sustainedBandwidth", one.sustainedBandwidth());
        if (one.bytesBeforeSlower() != null) {
            figures.put("bytesBeforeSlower", one.bytesBeforeSlower());
        }
        return figures.setAll(end);
    }

    private static void put(ObjectNode to, String name, Double value) {
        if (value != null) {
            to.put(name, value);
        }
    }

    /** Formats the measurements of a setup's devices beside the values in the setup's file. */
    static final class SetupDevicesText {
        private static final String NONE = "-";
        private static final int NAME = 16;
        private static final int FIGURES = 15;
        private static final TextTable<Row> TABLE = new TextTable<Row>()
                .left("device", NAME, Row::device)
                .right("measured", FIGURES, Row::measured)
                .right("all at once", FIGURES, Row::atOnce)
                .right("stated", FIGURES, Row::stated)
                .left("where", Row::where);

        private SetupDevicesText() {}

        private record Row(String device, String measured, String atOnce, String stated, String where) {}

        static String of(StorageSetup setup, MeasuredSetup measured) {
            StringBuilder text = new StringBuilder();
            for (DeviceProbeReport host : measured.hosts()) {
                text.append(String.format(
                        Locale.ROOT, "\n%s on %s, sequential MB/s (read/write):\n", setup.name(), host.node()));
                TABLE.lines(rows(setup, measured, host))
                        .forEach(line -> text.append(line).append('\n'));
            }
            text.append("= sums over the devices of a role; all at once: with one directory of every device busy.\n");
            List<DeviceEquivalent> equivalents = measured.equivalents();
            text.append(equivalents.isEmpty() ? "" : DevicesText.equivalents(equivalents));
            return HumanText.visible(text.toString());
        }

        private static List<Row> rows(StorageSetup setup, MeasuredSetup measured, DeviceProbeReport host) {
            List<Row> rows = new ArrayList<>();
            for (MeasuredSetup.Instance instance : measured.instances()) {
                String directory = measured.directory(instance, host);
                NominalValues stated = setup.device(instance.device()).nominal();
                rows.add(new Row(
                        instance.device() + " " + instance.number(),
                        pair(of(host, directory, "read"), of(host, directory, "write")),
                        NONE,
                        pair(number(stated.readBandwidth()), number(stated.writeBandwidth())),
                        directory));
            }
            for (StorageRole role : StorageRole.values()) {
                RoleBandwidth read = measured.of(host, role, "read");
                RoleBandwidth write = measured.of(host, role, "write");
                rows.add(new Row(
                        "= " + role.label(),
                        pair(read.alone(), write.alone()),
                        pair(read.atOnce(), write.atOnce()),
                        stated(setup, role),
                        Objects.requireNonNullElse(read.reason(), Objects.requireNonNullElse(write.reason(), ""))));
            }
            return rows;
        }

        private static Double of(DeviceProbeReport host, String directory, String operation) {
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
            SetupFacts figures = SetupFacts.of(setup, StorageTerms.DEFAULT.replication());
            RoleTotal.Bandwidth nominal = (role == StorageRole.HDFS ? figures.hdfs() : figures.shuffle()).nominal();
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

    /** Formats the output of {@code devices}, which is a table, the limits that devices share, and all warnings. */
    static final class DevicesText {
        static final double MEGA = 1e6;

        private static final double KILO = 1e3;
        private static final double GIGA = 1e9;
        private static final String NONE = "-";
        private static final String LEGEND = """
                MB/s: bytes moved / time; writes include the fsync at the end. MB = 10^6 bytes, kB = 10^3 bytes.
                IOPS: requests asked for / time, which for writes includes the fsync.
                at once: MB/s while one directory of each device was busy. kB/IO: mean size of requests at the device.
                moved: bytes that the device moved / bytes asked for; 1 proves that no cache took part.
                """;

        private static final TextTable<DeviceEquivalent> EQUIVALENTS = new TextTable<DeviceEquivalent>()
                .left("operation", DeviceEquivalent::operation)
                .right("block", one -> ByteSize.format(one.block()))
                .left("fastest", DeviceEquivalent::faster)
                .left("other", DeviceEquivalent::slower)
                .right("ratio", one -> figure("%.2f", one.ratio(), 1))
                .right("95 %", DevicesText::bounds)
                .right("others for one", one -> Long.toString(one.devices()));

        private DevicesText() {}

        static String of(DeviceProbeReport result, List<DeviceEquivalent> equivalents) {
            StringBuilder text = new StringBuilder();
            text.append(result.node()).append(": files of ");
            text.append(result.fileBytes() == null ? "unknown size" : ByteSize.format(result.fileBytes()));
            text.append(", by ")
                    .append(result.tool())
                    .append(", seed ")
                    .append(result.seed())
                    .append("\n\n");
            List<String> lines = table(result)
                    .lines(result.measurements().stream()
                            .filter(one -> one.others() == 0 && one.bandwidth() != null)
                            .toList());
            text.append(lines.get(0))
                    .append('\n')
                    .append("-".repeat(lines.get(0).length()))
                    .append('\n');
            lines.stream().skip(1).forEach(line -> text.append(line).append('\n'));
            String slices = slices(result);
            text.append(
                    slices.isEmpty()
                            ? ""
                            : "\nSequential writes over time, MB/s (devices may have a cache):\n" + slices);
            List<SharedLimit> shared = result.sharedLimits();
            if (!shared.isEmpty()) {
                text.append("\nMB/s of all devices at once, divided by the sum of their MB/s alone:\n");
                shared.forEach(one -> text.append(line(one)).append('\n'));
            }
            text.append(equivalents.isEmpty() ? "" : equivalents(equivalents));
            text.append('\n').append(LEGEND);
            List<String> doubts = ProbeWarnings.of(result);
            text.append(doubts.isEmpty() ? "" : "\n");
            doubts.forEach(doubt -> text.append("* ").append(doubt).append('\n'));
            // Names and reasons come from outside, and their control characters must not reach the terminal.
            return HumanText.visible(text.toString());
        }

        /** Formats how many of each other device have the throughput of the fastest device. */
        static String equivalents(List<DeviceEquivalent> equivalents) {
            return "\nHow many of another device have the throughput of the fastest one:\n"
                    + String.join("\n", EQUIVALENTS.lines(equivalents)) + "\n";
        }

        private static String bounds(DeviceEquivalent one) {
            return one.low() == null ? null : String.format(Locale.ROOT, "%.2f to %.2f", one.low(), one.high());
        }

        private static TextTable<DeviceMeasurement> table(DeviceProbeReport result) {
            return new TextTable<DeviceMeasurement>()
                    .left("directory", DeviceMeasurement::directory)
                    .left("device", one -> device(result.directory(one.directory())))
                    .left("operation", DeviceMeasurement::operation)
                    .right("block", one -> ByteSize.format(one.block()))
                    .right("MB/s", one -> figure("%.1f", one.bandwidth(), MEGA))
                    .right("IOPS", one -> figure("%.0f", one.requestsPerSecond(), 1))
                    .right("at once", one -> atOnce(result.atOnce(one)))
                    .right("kB/IO", one -> figure("%.0f", one.bytesPerIo(), KILO))
                    .right("moved", one -> figure("%.2f", one.moved(), 1))
                    .right("how", one -> one.tool() + ", " + one.access());
        }

        private static String slices(DeviceProbeReport result) {
            return result.measurements().stream()
                    .filter(one -> one.sliceSeconds() != null)
                    .map(one -> String.format(
                            Locale.ROOT,
                            "  %s: first %.1f, last quarter %.1f, %s%n",
                            one.directory(),
                            one.firstBandwidth() / MEGA,
                            one.sustainedBandwidth() / MEGA,
                            one.bytesBeforeSlower() == null
                                    ? "no slower"
                                    : String.format(
                                            Locale.ROOT, "slower after %.2f GB", one.bytesBeforeSlower() / GIGA)))
                    .collect(Collectors.joining());
        }

        private static String device(ProbedDirectory directory) {
            return directory == null || directory.devices().isEmpty() ? NONE : String.join("+", directory.devices());
        }

        private static String atOnce(DeviceMeasurement others) {
            return figure("%.1f", others == null ? null : others.bandwidth(), MEGA);
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
    }
}
