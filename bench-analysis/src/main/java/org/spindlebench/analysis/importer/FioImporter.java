package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    /** Options that name or report a job, and those that end it, which decide whether it is valid. */
    private static final Pattern NO_SETTINGS = Pattern.compile(
            "(name|filename|directory|description|new_group|group_reporting|stonewall|wait_for|unlink|runtime|time_based"
                    + "|steadystate|ss|ss_.*|ramp_time|status_interval|.*_log.*|log_.*)");

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kmgtp]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
    private static final String PREFIXES = "kmgtp";
    private static final int KIBI = 1024;
    private static final Set<String> ONE_DIRECTION = Set.of("read", "write", "randread", "randwrite");

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
        return document.has("fio version") && jobs(document).isArray();
    }

    /** Returns the jobs. A client lists those of each server, and then their sums. */
    private static JsonNode jobs(JsonNode document) {
        return document.path(document.has("client_stats") ? "client_stats" : "jobs");
    }

    @Override
    void read(JsonNode document, JsonRuns results) {
        Map<List<String>, List<JsonNode>> groups = new LinkedHashMap<>();
        for (JsonNode job : jobs(document)) {
            String name = job.path("jobname").asText();
            // Copies of a job run at once: together they are one run.
            boolean isCopy =
                    !options(document, job).getOrDefault("numjobs", "1").equals("1");
            if (!name.equals("All clients")) {
                List<String> group = List.of(
                        name,
                        job.path("groupid").asText(),
                        job.path("hostname").asText(),
                        isCopy ? "" : String.valueOf(groups.size()));
                groups.computeIfAbsent(group, none -> new ArrayList<>()).add(job);
            }
        }
        for (List<JsonNode> copies : groups.values()) {
            for (String direction : DIRECTIONS) {
                long bytes = copies.stream()
                        .mapToLong(job -> job.path(direction).path("io_bytes").asLong())
                        .sum();
                if (bytes > 0) {
                    read(document, copies, direction, bytes * (isOld(document) ? KIBI : 1), results);
                }
            }
        }
    }

    /** Checks whether the version counts KiB, as versions before 3 do. A file that counts bytes has bw_bytes, too. */
    private static boolean isOld(JsonNode document) {
        return document.path("fio version").asText().matches("fio-[12]\\..*")
                && jobs(document).findValue("bw_bytes") == null;
    }

    private static void read(JsonNode document, List<JsonNode> copies, String direction, long bytes, JsonRuns results) {
        JsonNode job = copies.get(0);
        Map<String, String> options = options(document, job);
        String name = job.path("jobname").asText() + "-" + direction;
        double seconds = copies.stream()
                        .mapToDouble(one -> one.path(direction).path("runtime").asDouble())
                        .max()
                        .orElse(0)
                / MILLIS;
        if (!(seconds > 0)) {
            results.refuse(name + " has no runtime");
            return;
        }
        Throughput throughput =
                new Throughput(bytes, bytes / seconds, null, null, null, null, null, null, null, null, null);
        ImportedRun run = results.begin("fio-" + name, settings(options))
                .finished(end(document), seconds)
                .sizes(null, null, bytes)
                .throughput(throughput);
        int error = copies.stream()
                .mapToInt(one -> one.path("error").asInt(0))
                .max()
                .orElse(0);
        if (error != 0) {
            run.status(Status.FAILED, "fio says error " + error);
        } else if (results.remarks().contains("terminating on signal")) {
            run.status(Status.INTERRUPTED, "a signal ended fio, so its duration says nothing");
        } else {
            partly(options, bytes, seconds).ifPresent(reason -> run.status(Status.INVALID, reason));
        }
        results.add(run);
    }

    /** Returns the options of a job, its own before those of all jobs. */
    private static Map<String, String> options(JsonNode document, JsonNode job) {
        Map<String, String> options = new TreeMap<>();
        for (JsonNode some : List.of(document.path("global options"), job.path("job options"))) {
            some.properties()
                    .forEach(one -> options.put(one.getKey(), one.getValue().asText()));
        }
        return options;
    }

    /** Returns every option by which a job differs from others. */
    private static Map<String, String> settings(Map<String, String> options) {
        Map<String, String> settings = new TreeMap<>(options);
        settings.keySet().removeIf(key -> NO_SETTINGS.matcher(key).matches());
        return settings;
    }

    /** Returns why the duration is not that of all bytes; empty if it is. */
    private static Optional<String> partly(Map<String, String> options, long bytes, double seconds) {
        String limit = options.get("runtime");
        boolean isTimed = options.containsKey("time_based") || (limit != null && ends(limit, seconds));
        if (isTimed) {
            return Optional.of(
                    "time_based or runtime: fio ended after a fixed time, so its duration says nothing. Give it a size instead");
        }
        if (options.containsKey("steadystate") || options.containsKey("ss")) {
            return Optional.of("steadystate: fio ended when its rate was steady, so its duration says nothing");
        }
        if (options.containsKey("ramp_time")) {
            return Optional.of("ramp_time: fio timed only what was left after it, so its duration says nothing");
        }
        return asked(options)
                .filter(size -> bytes < NEARLY * size)
                .map(size -> "fio moved " + bytes + " of " + size + " bytes, so it ended early");
    }

    /** Returns the bytes that a job of one direction moves at least; empty if its options leave it open. */
    private static Optional<Long> asked(Map<String, String> options) {
        Matcher size = SIZE.matcher(options.getOrDefault("io_size", options.getOrDefault("size", "")));
        boolean isOpen = !ONE_DIRECTION.contains(options.getOrDefault("rw", "")) || options.containsKey("number_ios");
        if (isOpen || !size.matches()) {
            return Optional.empty();
        }
        String prefix = size.group(2).toLowerCase(Locale.ROOT);
        int power = prefix.isEmpty() ? 0 : 1 + PREFIXES.indexOf(prefix);
        return Optional.of(Long.parseLong(size.group(1)) * (long) Math.pow(KIBI, power));
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
