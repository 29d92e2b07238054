package org.spindlebench.runner.collect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.EndedHistories.Moved;
import org.spindlebench.runner.collect.EndedHistories.StageTimes;
import org.spindlebench.runner.collect.JobHistory.JobTimes;

/**
 * Reads what Spark's event log says of an application: its stages, its tasks, and sums over the tasks as counters of the
 * group {@link #GROUP}. The log is one file, or a directory of files that Spark rolled over. Spark may compress it, which
 * Spindle does not read.
 */
public final class SparkHistory {
    /** The kind of a task attempt. */
    public static final String KIND = "spark";

    /** The group of the sums over tasks. */
    public static final String GROUP = "spark";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern CODEC = Pattern.compile(".*\\.(lz4|lzf|snappy|zstd)(\\.inprogress)?");
    private static final Pattern ROLLED = Pattern.compile("events_(\\d{1,9})_.*");
    private static final String IN_PROGRESS = ".inprogress";

    /** How long Spindle waits for a log that has not begun, since most programs without one never write one. */
    private static final Duration BEGINS = Duration.ofSeconds(3);

    private static final long POLL_MS = 200;

    /** The names of events are at the beginning of their lines. */
    private static final int NAMED_WITHIN = 80;

    private final Storage storage;
    private final String directory;

    /** @param directory the directory of event logs in HDFS; null if there is none */
    SparkHistory(Storage storage, String directory) {
        this.storage = storage;
        this.directory = directory;
    }

    /**
     * Reads an application's log. Without one, the history has no tasks, and its only application says why.
     *
     * @param appears the time to wait for the end of the log, which Spark writes shortly after the application's end
     */
    JobHistory read(Application application, Duration appears) throws IOException {
        List<StoredFile> files = whole(application.id(), appears);
        Optional<String> codec = files.stream()
                .map(file -> CODEC.matcher(file.name()))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst();
        if (files.isEmpty()) {
            return new Log()
                    .history(
                            application,
                            "there is no event log in " + directory
                                    + "; set spark.eventLog.enabled=true and spark.eventLog.dir=hdfs://$SPINDLE_EVENTLOG");
        }
        if (codec.isPresent()) {
            return new Log()
                    .history(
                            application,
                            "its event log is compressed by " + codec.get() + "; set spark.eventLog.compress=false");
        }
        Log log = new Log();
        for (StoredFile file : files) {
            log.add(application.id(), file);
        }
        boolean unfinished = files.stream().anyMatch(file -> file.name().endsWith(IN_PROGRESS));
        return log.history(application, unfinished ? "its event log has no end" : log.unreadNote());
    }

    /** Returns the files of a log in their order once it is finished, or as it is after a time; empty if none begins. */
    private List<StoredFile> whole(String id, Duration appears) throws IOException {
        long start = System.nanoTime();
        while (directory != null) {
            List<StoredFile> all = storage.files(directory);
            List<StoredFile> log = log(id, all);
            boolean finished = all.stream()
                    .filter(file -> isOf(id, file.path()))
                    .noneMatch(file -> file.name().endsWith(IN_PROGRESS));
            Duration limit = log.isEmpty() && appears.compareTo(BEGINS) > 0 ? BEGINS : appears;
            if ((finished && !log.isEmpty()) || System.nanoTime() - start > limit.toNanos()) {
                return log;
            }
            pause();
        }
        return List.of();
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an event log of Spark");
        }
    }

    /** Returns the files of an application's last attempt. */
    private static List<StoredFile> log(String id, List<StoredFile> all) {
        List<StoredFile> single = all.stream()
                .filter(file -> file.name().startsWith(id) && isOf(id, file.name()))
                .sorted(Comparator.comparing(StoredFile::path))
                .toList();
        if (!single.isEmpty()) {
            return List.of(single.get(single.size() - 1));
        }
        List<StoredFile> rolled = all.stream()
                .filter(file ->
                        isOf(id, file.path()) && ROLLED.matcher(file.name()).matches())
                .toList();
        Optional<String> last = rolled.stream().map(SparkHistory::parent).max(Comparator.naturalOrder());
        return rolled.stream()
                .filter(file -> parent(file).equals(last.orElseThrow()))
                .sorted(Comparator.comparingInt(SparkHistory::number))
                .toList();
    }

    /** Checks whether a name has an application's id, and not a longer one that begins like it. */
    private static boolean isOf(String id, String name) {
        int at = name.lastIndexOf(id);
        int end = at + id.length();
        return at >= 0 && (end == name.length() || !Character.isDigit(name.charAt(end)));
    }

    private static String parent(StoredFile file) {
        return file.path().substring(0, file.path().lastIndexOf('/'));
    }

    private static int number(StoredFile file) {
        Matcher matcher = ROLLED.matcher(file.name());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** An attempt at a stage, in the order of the stages. */
    private record StageId(int stage, int attempt) implements Comparable<StageId> {
        private static final Comparator<StageId> ORDER =
                Comparator.comparingInt(StageId::stage).thenComparingInt(StageId::attempt);

        static StageId of(JsonNode event) {
            return new StageId(
                    event.path("Stage ID").asInt(),
                    event.path("Stage Attempt ID").asInt());
        }

        @Override
        public int compareTo(StageId other) {
            return ORDER.compare(this, other);
        }

        String label(String name) {
            return stage + (attempt == 0 ? "" : "." + attempt) + (name == null ? "" : " " + name);
        }
    }

    /** What is known of a stage so far. */
    private static final class StageSums {
        private final List<TaskTimes> tasks = new ArrayList<>();
        private final Map<String, Long> sums = new TreeMap<>();
        private String name;

        Stage stage(StageId id) {
            return StageTimes.of(tasks)
                    .stage(
                            id.label(name),
                            new Moved(
                                    sums.getOrDefault("executorCpuNanos", 0L) / 1e9,
                                    sums.get("inputBytes"),
                                    sums.get("outputBytes"),
                                    sums.get("shuffleReadBytes"),
                                    sums.get("shuffleWriteBytes"),
                                    sums.get("diskBytesSpilled")));
        }
    }

    /** The events of one application, in their order. */
    private final class Log {
        private final Map<StageId, StageSums> stages = new TreeMap<>();
        private Instant started;
        private Instant ended;
        private int unread;

        void add(String id, StoredFile file) throws IOException {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(storage.open(file.path()), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    add(id, line);
                }
            }
        }

        private void add(String id, String line) {
            // Other events hold whole query plans, which take long to parse.
            String beginning = line.substring(0, Math.min(line.length(), NAMED_WITHIN));
            if (!beginning.contains("TaskEnd")
                    && !beginning.contains("StageCompleted")
                    && !beginning.contains("SparkListenerApplication")) {
                return;
            }
            try {
                JsonNode event = JSON.readTree(line);
                switch (event.path("Event").asText()) {
                    case "SparkListenerApplicationStart" -> started = time(event.path("Timestamp"));
                    case "SparkListenerApplicationEnd" -> ended = time(event.path("Timestamp"));
                    case "SparkListenerStageCompleted" -> name(event.path("Stage Info"));
                    case "SparkListenerTaskEnd" -> task(id, event);
                    default -> {
                        return;
                    }
                }
            } catch (JsonProcessingException damaged) {
                unread++;
            }
        }

        private void name(JsonNode info) {
            stages.computeIfAbsent(StageId.of(info), any -> new StageSums()).name =
                    info.path("Stage Name").asText(null);
        }

        private void task(String id, JsonNode event) {
            StageId of = StageId.of(event);
            StageSums sums = stages.computeIfAbsent(of, any -> new StageSums());
            JsonNode info = event.path("Task Info");
            String reason = event.path("Task End Reason").path("Reason").asText();
            String state = reason.equals("Success") ? "SUCCEEDED" : reason.equals("TaskKilled") ? "KILLED" : "FAILED";
            sums.tasks.add(new TaskTimes(
                    id + "_" + of.stage() + "_" + of.attempt() + "_"
                            + info.path("Task ID").asLong(),
                    KIND,
                    info.path("Host").asText(null),
                    state,
                    time(info.path("Launch Time")),
                    time(info.path("Finish Time")),
                    null,
                    null,
                    state.equals("SUCCEEDED") ? null : reason));
            add(sums.sums, event.path("Task Metrics"));
        }

        private static void add(Map<String, Long> sums, JsonNode metrics) {
            JsonNode read = metrics.path("Shuffle Read Metrics");
            JsonNode written = metrics.path("Shuffle Write Metrics");
            JsonNode input = metrics.path("Input Metrics");
            JsonNode output = metrics.path("Output Metrics");
            add(sums, "inputBytes", input.path("Bytes Read"));
            add(sums, "inputRecords", input.path("Records Read"));
            add(sums, "outputBytes", output.path("Bytes Written"));
            add(sums, "outputRecords", output.path("Records Written"));
            add(sums, "shuffleReadBytes", read.path("Remote Bytes Read"));
            add(sums, "shuffleReadBytes", read.path("Local Bytes Read"));
            add(sums, "shuffleReadRecords", read.path("Total Records Read"));
            add(sums, "shuffleWriteBytes", written.path("Shuffle Bytes Written"));
            add(sums, "shuffleWriteRecords", written.path("Shuffle Records Written"));
            add(sums, "memoryBytesSpilled", metrics.path("Memory Bytes Spilled"));
            add(sums, "diskBytesSpilled", metrics.path("Disk Bytes Spilled"));
            add(sums, "executorRunMillis", metrics.path("Executor Run Time"));
            add(sums, "executorCpuNanos", metrics.path("Executor CPU Time"));
            add(sums, "executorCpuNanos", metrics.path("Executor Deserialize CPU Time"));
            add(sums, "jvmGcMillis", metrics.path("JVM GC Time"));
        }

        private static void add(Map<String, Long> sums, String name, JsonNode value) {
            sums.merge(name, value.asLong(), Long::sum);
        }

        private static Instant time(JsonNode millis) {
            return millis.asLong() <= 0 ? null : Instant.ofEpochMilli(millis.asLong());
        }

        String unreadNote() {
            return unread == 0 ? null : "lines of its event log that cannot be read: " + unread;
        }

        JobHistory history(Application application, String note) {
            List<Stage> found = new ArrayList<>();
            List<TaskTimes> tasks = new ArrayList<>();
            Map<String, Long> totals = new TreeMap<>();
            stages.forEach((id, sums) -> {
                found.add(sums.stage(id));
                tasks.addAll(sums.tasks);
                sums.sums.forEach((name, value) -> totals.merge(name, value, Long::sum));
            });
            if (!found.isEmpty()) {
                totals.put("stages", (long) found.size());
                totals.put("tasks", (long) tasks.size());
            }
            return new JobHistory(
                            new JobTimes(null, started, ended),
                            totals.isEmpty() ? Map.of() : Map.of(GROUP, totals),
                            tasks,
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Map.of())
                    .of(List.of(application.with(found, note)));
        }
    }
}
