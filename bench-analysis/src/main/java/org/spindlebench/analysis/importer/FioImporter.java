package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Throughput;

/** Reads the file of {@code fio --output-format=json}: each direction of a job is a run. */
final class FioImporter extends JsonImporter {
    private static final Pattern MARK = Pattern.compile("\"fio version\"");
    private static final double MILLIS = 1000;
    private static final Pattern LIMIT = Pattern.compile("(\\d{1,12})(us|ms|s|m|h)?");
    /** fio ends some requests before or after its limit. */
    private static final double NEARLY = 0.99;

    private static final List<String> DIRECTIONS = List.of("read", "write");
    private static final List<String> SETTINGS =
            List.of("rw", "bs", "iodepth", "numjobs", "ioengine", "direct", "size", "rwmixread");

    @Override
    public String name() {
        return "fio";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "the JSON of fio: 'fio version' and jobs[] with read and write";
    }

    @Override
    boolean isOf(JsonNode document) {
        return document.has("fio version") && document.path("jobs").isArray();
    }

    @Override
    void read(JsonNode document, JsonRuns results) {
        for (JsonNode job : document.path("jobs")) {
            for (String direction : DIRECTIONS) {
                JsonNode moved = job.path(direction);
                if (moved.path("io_bytes").asLong() > 0) {
                    read(document, job, direction, moved, results);
                }
            }
        }
    }

    private static void read(JsonNode document, JsonNode job, String direction, JsonNode moved, JsonRuns results) {
        String name = job.path("jobname").asText() + "-" + direction;
        Map<String, String> settings = new TreeMap<>();
        SETTINGS.forEach(key -> option(document, job, key).ifPresent(value -> settings.put(key, value)));
        double seconds = moved.path("runtime").asDouble() / MILLIS;
        if (!(seconds > 0)) {
            results.refuse(name + " has no runtime");
            return;
        }
        long bytes = moved.path("io_bytes").asLong();
        Throughput throughput =
                new Throughput(bytes, bytes / seconds, null, null, null, null, null, null, null, null, null);
        ImportedRun run = results.begin("fio-" + name, settings)
                .finished(end(document), seconds)
                .sizes(null, null, bytes)
                .throughput(throughput);
        boolean isTimed = option(document, job, "time_based").isPresent()
                || option(document, job, "runtime")
                        .filter(limit -> ends(limit, seconds))
                        .isPresent();
        int error = job.path("error").asInt(0);
        if (error != 0) {
            run.status(Status.FAILED, "fio says error " + error);
        } else if (isTimed) {
            run.status(
                    Status.INVALID,
                    "time_based or runtime: fio ended after a fixed time, so its duration says nothing. Give it a size instead");
        }
        results.add(run);
    }

    /** Checks whether a limit such as {@code 30}, {@code 30s} or {@code 5m} ended a job after these seconds. */
    private static boolean ends(String limit, double seconds) {
        Matcher time = LIMIT.matcher(limit);
        if (!time.matches()) {
            return false;
        }
        String unit = time.group(2) == null ? "s" : time.group(2);
        double most = Long.parseLong(time.group(1)) * FileForm.UNITS.get(unit.equals("m") ? "min" : unit);
        return seconds >= NEARLY * most;
    }

    private static Optional<String> option(JsonNode document, JsonNode job, String key) {
        JsonNode own = job.path("job options").path(key);
        JsonNode value = own.isMissingNode() ? document.path("global options").path(key) : own;
        return value.isMissingNode() ? Optional.empty() : Optional.of(value.asText());
    }

    private static Optional<ClockTime> end(JsonNode document) {
        long millis = document.path("timestamp_ms")
                .asLong(1000 * document.path("timestamp").asLong());
        if (millis <= 0) {
            return Optional.empty();
        }
        Instant instant = Instant.ofEpochMilli(millis);
        return Optional.of(new ClockTime(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), instant));
    }
}
