package org.spindlebench.analysis.collector;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.spindlebench.analysis.collector.CollectedInterval.CpuShares;
import org.spindlebench.analysis.collector.Collector.CollectorInput;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.Part;

/**
 * Reads {@code S_TIME_FORMAT=ISO iostat -t -o JSON}, one report at a time. A report is the mean since the previous
 * one; the first after each start is the mean since the boot, and only marks where the second begins.
 */
final class IostatReader {
    /** Tolerates missing values: some versions print a comma for an omitted report ({@code -y}). */
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_MISSING_VALUES).build();

    private final Path file;
    private final ReadingLog log;
    private final Consumer<CollectedInterval> found;
    private String node;
    private Long threads;
    /** The time of the same node's previous report; null before its first. */
    private Long before;

    private long latest;
    private long reports;

    IostatReader(Path file, ReadingLog log, Consumer<CollectedInterval> found) {
        this.file = file;
        this.log = log;
        this.found = found;
    }

    /**
     * Reads the file to its end, or as far as it is intact.
     *
     * @throws InvalidDocumentException if iostat did not write the file, or its times cannot be parsed
     */
    void read() throws IOException {
        // If Jackson got bytes, it would guess their encoding.
        try (Reader in = new InputStreamReader(CollectorInput.open(file), StandardCharsets.UTF_8);
                JsonParser parser = MAPPER.createParser(in)) {
            readAll(parser);
        } catch (JsonEOFException | EOFException | ZipException e) {
            refuseNothing();
            log.note(file.toString(), "is cut off or damaged, as happens when iostat is killed; read up to " + last());
        } catch (JsonProcessingException e) {
            refuseNothing();
            long line =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            log.unreadable(new UnreadableLine(
                    String.valueOf(file.getFileName()),
                    line,
                    "not JSON; read only the part before this line, up to " + last()));
        }
        refuseNothing();
    }

    private void readAll(JsonParser parser) throws IOException {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token != JsonToken.FIELD_NAME) {
                continue;
            }
            switch (parser.currentName()) {
                case "nodename" -> {
                    node = parser.nextToken() == JsonToken.VALUE_STRING
                            ? parser.getText().strip()
                            : null;
                    threads = null;
                    before = null;
                }
                case "number-of-cpus" ->
                    threads = parser.nextToken() == JsonToken.VALUE_NUMBER_INT && parser.getLongValue() > 0
                            ? (Long) parser.getLongValue()
                            : null;
                case "statistics" -> readStatistics(parser);
                default -> {
                    // Ignores the kernel, the date and any fields of later versions.
                }
            }
        }
    }

    private void readStatistics(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            return;
        }
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT) {
                long line = parser.currentTokenLocation().getLineNr();
                report(new IostatReport(MAPPER.<JsonNode>readTree(parser)), line);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void report(IostatReport report, long line) {
        if (node == null || node.isEmpty()) {
            throw refusal(line, "no nodename before the first report");
        }
        if (report.timestamp().isEmpty()) {
            throw refusal(
                    line, "the report has no timestamp; collect with `S_TIME_FORMAT=ISO iostat -t -x -d -c -o JSON 1`");
        }
        long time = report.time()
                .orElseThrow(() -> refusal(
                        line,
                        "the timestamp `" + report.timestamp() + "` is a local time in a locale's format;"
                                + " set S_TIME_FORMAT=ISO in the environment of iostat"));
        reports++;
        if (before != null && time > before) {
            found.accept(new CollectedInterval(node, before, time, threads, report.cpu(), report.devices(), null));
        }
        before = time;
        latest = time;
    }

    private void refuseNothing() {
        if (reports == 0) {
            throw new InvalidDocumentException(
                    file + ": no iostat reports in this file; expected the output of `iostat -t -x -d -c -o JSON 1`");
        }
    }

    private InvalidDocumentException refusal(long line, String reason) {
        return new InvalidDocumentException(file + ": line " + line + ": " + reason);
    }

    private String last() {
        return String.valueOf(Instant.ofEpochMilli(latest));
    }

    /**
     * One report of iostat: an element of {@code statistics}. Its fields have the names of the columns in iostat's
     * tables. These changed over the years ({@code avgqu-sz} became {@code aqu-sz}), and they depend on the unit that
     * the user chose.
     */
    static final class IostatReport {
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

        /** Returns the time as the report writes it; empty if there is none. */
        String timestamp() {
            return report.path("timestamp").asText("");
        }

        /** Returns the time in milliseconds since 1970; empty unless it is ISO 8601 with a zone. */
        Optional<Long> time() {
            Matcher time = TIME.matcher(timestamp());
            if (!time.matches()) {
                return Optional.empty();
            }
            String zone = time.group(2) != null ? "Z" : time.group(3) + ":" + time.group(4);
            try {
                long millis =
                        OffsetDateTime.parse(time.group(1) + zone).toInstant().toEpochMilli();
                return millis < 0 ? Optional.empty() : Optional.of(millis);
            } catch (DateTimeException noSuchDay) {
                return Optional.empty();
            }
        }

        /** Returns the shares of processor time; null if the report has none. */
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

        /** Returns the devices' rates; null if the report has none. */
        Map<String, IoSum> devices() {
            JsonNode disk = report.path("disk");
            if (!disk.isArray()) {
                return null;
            }
            Map<String, IoSum> devices = new TreeMap<>();
            for (JsonNode device : disk) {
                String name = device.path("disk_device").asText("");
                if (!name.isBlank()) {
                    devices.put(name.strip(), rates(device));
                }
            }
            return devices;
        }

        private static IoSum rates(JsonNode device) {
            double reads = number(device, "r/s");
            double writes = number(device, "w/s");
            double busy = number(device, "util", "%util") / PERCENT;
            return new IoSum()
                    .put(Part.READS, reads)
                    .put(Part.READS_MERGED, number(device, "rrqm/s"))
                    .put(
                            Part.BYTES_READ,
                            bytes(device, "rkB/s", "rMB/s", "rsec/s", "kB_read/s", "MB_read/s", "Blk_read/s"))
                    .put(Part.WRITES, writes)
                    .put(Part.WRITES_MERGED, number(device, "wrqm/s"))
                    .put(
                            Part.BYTES_WRITTEN,
                            bytes(device, "wkB/s", "wMB/s", "wsec/s", "kB_wrtn/s", "MB_wrtn/s", "Blk_wrtn/s"))
                    .put(Part.READ_TIME, reads * number(device, "r_await") / MILLIS)
                    .put(Part.WRITE_TIME, writes * number(device, "w_await") / MILLIS)
                    .put(Part.QUEUE, number(device, "aqu-sz", "avgqu-sz"))
                    .put(Part.BUSY, busy)
                    .put(Part.SERVICE_TIME, busy)
                    .forget(Part.DISCARDS, Part.FLUSHES);
        }

        /** Returns bytes per second from the first of these fields that is present; its name implies its unit. */
        private static double bytes(JsonNode device, String... names) {
            for (String name : names) {
                if (device.has(name)) {
                    double unit = name.contains("kB") ? KIB : name.contains("MB") ? MIB : SECTOR;
                    return number(device, name) * unit;
                }
            }
            return Double.NaN;
        }

        /** Returns the first of these fields that is numeric; NaN if there is none, or it is implausible. */
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
}
