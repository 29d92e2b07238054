package org.spindlebench.runner.collect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.collect.JobHistory.MapOutput;
import org.spindlebench.runner.collect.failure.LogText;

/** Collects a job's facts from its history's events in order. If an event is repeated, the last report counts. */
final class RecordedJob {
    static final String SUCCEEDED = "SUCCEEDED";
    private static final Set<String> TASKS = Set.of("MAP", "REDUCE");

    /** The largest number of errors to keep. The first failures are sufficient, and a record must stay small. */
    private static final int MOST_ERRORS = 3;

    private String id;
    private String name;
    private Instant submitted;
    private Instant launched;
    private Instant finished;
    private Long maps;
    private Long reduces;
    private String status;
    private String diagnostics;
    private Map<String, Map<String, Long>> counters;
    private final Map<String, Instant> started = new TreeMap<>();
    private final Map<String, TaskTimes> ended = new TreeMap<>();
    private final Map<String, MapOutput> mapped = new TreeMap<>();
    private final Map<String, Long> fetched = new TreeMap<>();
    private final List<ContainerLog> errors = new ArrayList<>();

    /** Adds an event. Events with other names contain nothing that is needed for a record. */
    void add(HistoryFields event) {
        switch (event.name()) {
            case "JobSubmitted" -> {
                id = event.text("jobid");
                name = event.text("jobName");
                submitted = event.instant("submitTime");
            }
            case "JobInited" -> {
                launched = event.instant("launchTime");
                maps = event.number("totalMaps");
                reduces = event.number("totalReduces");
            }
            case "JobInfoChange" -> {
                submitted = event.instant("submitTime");
                launched = event.instant("launchTime");
            }
            case "JobFinished" -> {
                end(event, SUCCEEDED, null);
                counters = event.counters("totalCounters");
            }
            case "JobUnsuccessfulCompletion" ->
                end(event, String.valueOf(event.text("jobStatus")), event.text("diagnostics"));
            case "TaskAttemptStarted" -> start(event.text("attemptId"), event.instant("startTime"));
            case "MapAttemptFinished", "ReduceAttemptFinished" -> end(event, event.text("taskStatus"));
            case "TaskAttemptUnsuccessfulCompletion" -> end(event, event.text("status"));
            default -> {
                return;
            }
        }
    }

    /** Returns MapReduce's job id; null until an event contains it. */
    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Instant submitted() {
        return submitted;
    }

    Instant launched() {
        return launched;
    }

    /** Returns when the job finished; null if the history does not include the end. */
    Instant finished() {
        return finished;
    }

    Long maps() {
        return maps;
    }

    Long reduces() {
        return reduces;
    }

    boolean succeeded() {
        return SUCCEEDED.equals(status);
    }

    String status() {
        return status;
    }

    /** Returns the reason why the job did not succeed, if Hadoop reported it. */
    String diagnostics() {
        return diagnostics;
    }

    Map<String, Map<String, Long>> counters() {
        return counters;
    }

    /** Returns the number of task attempts that have started or ended. */
    int attempts() {
        return Math.max(started.size(), ended.size());
    }

    /** Returns the ended task attempts, sorted by id. */
    List<TaskTimes> tasks() {
        return List.copyOf(ended.values());
    }

    /** Returns the output of each successful map that has counters, by attempt. */
    Map<String, MapOutput> mapped() {
        return mapped;
    }

    /** Returns the bytes that each successful reduce fetched, by attempt. */
    Map<String, Long> fetched() {
        return fetched;
    }

    /** Returns the errors of the first task attempts that failed. */
    List<ContainerLog> errors() {
        return errors;
    }

    /** Returns the bytes of the largest reduce / the mean over all; null if fewer than two values are known. */
    Double reduceSkew() {
        return CounterSizes.largestOverMean(fetched.values());
    }

    private void end(HistoryFields event, String how, String why) {
        finished = event.instant("finishTime");
        status = how;
        diagnostics = why;
    }

    private void start(String attempt, Instant when) {
        if (attempt != null && when != null) {
            started.put(attempt, when);
        }
    }

    private void end(HistoryFields event, String state) {
        String attempt = event.text("attemptId");
        String type = String.valueOf(event.text("taskType"));
        Map<String, Map<String, Long>> of = event.counters("counters");
        if (attempt != null && type.equals("REDUCE") && SUCCEEDED.equals(state) && of != null) {
            fetched.put(attempt, new CounterSizes(of).task("REDUCE_SHUFFLE_BYTES"));
        }
        if (attempt != null && type.equals("MAP") && SUCCEEDED.equals(state) && of != null) {
            CounterSizes map = new CounterSizes(of);
            if (map.task("MAP_OUTPUT_RECORDS") != null) {
                mapped.put(
                        attempt,
                        new MapOutput(
                                map.task("MAP_OUTPUT_RECORDS"),
                                map.task("MAP_OUTPUT_BYTES"),
                                map.task("SPILLED_RECORDS")));
            }
        }
        if (attempt != null && "FAILED".equals(state) && errors.size() < MOST_ERRORS) {
            addError(attempt, event.text("hostname"), event.text("error"));
        }
        if (attempt != null && TASKS.contains(type)) {
            ended.put(
                    attempt,
                    new TaskTimes(
                            attempt,
                            type.toLowerCase(Locale.ROOT),
                            event.text("hostname"),
                            state,
                            started.get(attempt),
                            event.instant("finishTime"),
                            event.instant("shuffleFinishTime"),
                            event.instant("sortFinishTime"),
                            AttemptNote.of(state, event.text("error"))));
        }
    }

    private void addError(String attempt, String host, String text) {
        List<String> lines = text == null ? List.of() : LogText.beginning(text);
        if (!lines.isEmpty()) {
            errors.add(new ContainerLog(null, attempt, host, "diagnostics", lines));
        }
    }

    /** Shortens the reason why a task attempt did not succeed, for the job's record. */
    static final class AttemptNote {
        static final int LONGEST = 200;

        private AttemptNote() {}

        /** Returns the first line of diagnostics, which may be null; null if the attempt succeeded or has none. */
        static String of(String state, String diagnostics) {
            if (diagnostics == null || RecordedJob.SUCCEEDED.equals(state)) {
                return null;
            }
            return FailureMessage.withoutFrames(diagnostics)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .map(AttemptNote::cut)
                    .orElse(null);
        }

        private static String cut(String line) {
            if (line.length() <= LONGEST) {
                return line;
            }
            int end = LONGEST - "...".length();
            // Half of a surrogate pair cannot be written.
            boolean whole = !Character.isHighSurrogate(line.charAt(end - 1));
            return line.substring(0, whole ? end : end - 1) + "...";
        }
    }
}
