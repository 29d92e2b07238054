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
import java.time.Instant;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.UnreadableLine;

/**
 * Reads what {@code S_TIME_FORMAT=ISO iostat -t -o JSON} prints, one report at a time. A report is the mean since the one before it,
 * and the first of each start is the mean since the node booted: it only gives the time from which the second counts.
 */
final class IostatReader {
    /** Some versions print a comma for a report that is left out ({@code -y}). */
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_MISSING_VALUES).build();

    private final Path file;
    private final ReadingLog log;
    private final Consumer<Interval> found;
    private String node;
    private Long threads;
    /** Of the same node; null before its first report. */
    private Long before;

    private long latest;
    private long reports;

    IostatReader(Path file, ReadingLog log, Consumer<Interval> found) {
        this.file = file;
        this.log = log;
        this.found = found;
    }

    /**
     * Reads the file to its end, or as far as it is whole.
     *
     * @throws InvalidDocumentException if it is not iostat's, or its times cannot be understood
     */
    void read() throws IOException {
        // Given bytes, Jackson would guess their encoding.
        try (Reader in = new InputStreamReader(CollectorInput.open(file), StandardCharsets.UTF_8);
                JsonParser parser = MAPPER.createParser(in)) {
            readAll(parser);
        } catch (JsonEOFException | EOFException | ZipException e) {
            refuseNothing();
            log.note(
                    file.toString(),
                    "is cut off or damaged, as iostat leaves it when it is killed; read up to " + last());
        } catch (JsonProcessingException e) {
            refuseNothing();
            long line =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            log.unreadable(new UnreadableLine(
                    String.valueOf(file.getFileName()),
                    line,
                    "not JSON; this and all that follows is not read, only what is before, up to " + last()));
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
                    // Kernel, date and what else later versions say.
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
                    line, "the report has no timestamp; collect by `S_TIME_FORMAT=ISO iostat -t -x -d -c -o JSON 1`");
        }
        long time = report.time()
                .orElseThrow(() -> refusal(
                        line,
                        "the timestamp `" + report.timestamp() + "` is a local time in a locale's format;"
                                + " set S_TIME_FORMAT=ISO in the environment of iostat"));
        reports++;
        if (before != null && time > before) {
            found.accept(new Interval(node, before, time, threads, report.cpu(), report.devices()));
        }
        before = time;
        latest = time;
    }

    private void refuseNothing() {
        if (reports == 0) {
            throw new InvalidDocumentException(
                    file + ": no report of iostat in it; expected is what `iostat -t -x -d -c -o JSON 1` prints");
        }
    }

    private InvalidDocumentException refusal(long line, String reason) {
        return new InvalidDocumentException(file + ": line " + line + ": " + reason);
    }

    private String last() {
        return String.valueOf(Instant.ofEpochMilli(latest));
    }
}
