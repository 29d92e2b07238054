package org.spindlebench.analysis.collector;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One report of iostat: an element of {@code statistics}. Its fields are called as in iostat's tables, which changed over the years
 * ({@code avgqu-sz} became {@code aqu-sz}), and by the unit that was asked for.
 */
final class IostatReport {
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)(?:(Z)|([+-]\\d\\d):?(\\d\\d))");
    private static final double SECTOR = 512;
    private static final double KIB = 1024;
    private static final double MIB = 1024 * 1024;
    private static final double MILLIS = 1000;
    private static final double PERCENT = 100;

    private final JsonNode report;

    IostatReport(JsonNode report) {
        this.report = report;
    }

    /** The time as it stands there; empty where the report has none. */
    String timestamp() {
        return report.path("timestamp").asText("");
    }

    /** The time in milliseconds since 1970; empty where it is not ISO 8601 with a zone. */
    Optional<Long> time() {
        Matcher time = TIME.matcher(timestamp());
        if (!time.matches()) {
            return Optional.empty();
        }
        String zone = time.group(2) != null ? "Z" : time.group(3) + ":" + time.group(4);
        try {
            long millis = OffsetDateTime.parse(time.group(1) + zone).toInstant().toEpochMilli();
            return millis < 0 ? Optional.empty() : Optional.of(millis);
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }

    /** Null where the report has none. */
    CpuShares cpu() {
        JsonNode cpu = report.path("avg-cpu");
        return cpu.isObject()
                ? CpuShares.ofPercent(
                        number(cpu, "user") + number(cpu, "nice"),
                        number(cpu, "system"),
                        number(cpu, "iowait"),
                        number(cpu, "idle"))
                : null;
    }

    /** Null where the report has none. */
    Map<String, DeviceRates> devices() {
        JsonNode disk = report.path("disk");
        if (!disk.isArray()) {
            return null;
        }
        Map<String, DeviceRates> devices = new TreeMap<>();
        for (JsonNode device : disk) {
            String name = device.path("disk_device").asText("");
            if (!name.isBlank()) {
                devices.put(name.strip(), rates(device));
            }
        }
        return devices;
    }

    private static DeviceRates rates(JsonNode device) {
        double reads = number(device, "r/s");
        double writes = number(device, "w/s");
        return new DeviceRates(
                reads,
                number(device, "rrqm/s"),
                bytes(device, "rkB/s", "rMB/s", "rsec/s", "kB_read/s", "MB_read/s", "Blk_read/s"),
                writes,
                number(device, "wrqm/s"),
                bytes(device, "wkB/s", "wMB/s", "wsec/s", "kB_wrtn/s", "MB_wrtn/s", "Blk_wrtn/s"),
                reads * number(device, "r_await") / MILLIS,
                writes * number(device, "w_await") / MILLIS,
                number(device, "aqu-sz", "avgqu-sz"),
                number(device, "util", "%util") / PERCENT);
    }

    /** Bytes per second, by whichever of the names is there; the unit is in the name. */
    private static double bytes(JsonNode device, String... names) {
        for (String name : names) {
            if (device.has(name)) {
                double unit = name.contains("kB") ? KIB : name.contains("MB") ? MIB : SECTOR;
                return number(device, name) * unit;
            }
        }
        return Double.NaN;
    }

    /** NaN where none of the names is there, or it is no number that can be measured. */
    private static double number(JsonNode holder, String... names) {
        for (String name : names) {
            JsonNode value = holder.path(name);
            if (value.isNumber()) {
                double number = value.doubleValue();
                return number >= 0 && number <= Double.MAX_VALUE ? number : Double.NaN;
            }
        }
        return Double.NaN;
    }
}
