package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;

/** Reads what a JobHistoryServer's REST interface answers: a list of jobs, or one job. */
final class HistoryServerImporter extends JsonImporter {
    private static final Pattern MARK = Pattern.compile("\"(submitTime|avgMapTime|mapsTotal)\"");
    private static final double MILLIS = 1000;
    private static final Set<String> ENDS = Set.of("SUCCEEDED", "FAILED", "KILLED", "ERROR");

    @Override
    public String name() {
        return "historyserver";
    }

    private static final Warning WAITING_MISSING = new Warning(
            "waiting-missing",
            "the job has no submitTime, so its duration lacks the time that it waited for its first container");

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "the JSON of a JobHistoryServer: /ws/v1/history/mapreduce/jobs, or one of these jobs";
    }

    @Override
    boolean isOf(JsonNode document) {
        return document.at("/jobs/job").isArray()
                || document.path("jobs").isNull()
                || document.at("/job/id").isTextual()
                || document.at("/0/job/id").isTextual();
    }

    @Override
    void read(JsonNode document, JsonRuns results) {
        if (document.path("jobs").isNull()) {
            results.refuse("the server's list of jobs is empty");
            return;
        }
        JsonNode list = document.isArray() ? document : document.at("/jobs/job");
        for (JsonNode one : list.isArray() ? list : List.of(document)) {
            readJob(one.has("job") ? one.path("job") : one, results);
        }
    }

    private static void readJob(JsonNode job, JsonRuns results) {
        String id = job.path("id").asText();
        long begin = job.path("submitTime").asLong(job.path("startTime").asLong());
        long end = job.path("finishTime").asLong();
        String state = job.path("state").asText();
        if (!ENDS.contains(state)) {
            results.refuse("job " + Numbers.shown(id) + " has not ended: its state is " + Numbers.shown(state)
                    + "; save the list again after its end");
            return;
        }
        if (id.isEmpty() || begin <= 0 || (end <= begin && state.equals("SUCCEEDED"))) {
            results.refuse("job " + Numbers.shown(id) + " has no submitTime and finishTime after it");
            return;
        }
        boolean isSubmitted = job.path("submitTime").asLong() > 0;
        Map<String, String> settings = new TreeMap<>();
        for (String key : List.of("maps", "reduces")) {
            if (job.has(key + "Total")) {
                settings.put(key, job.path(key + "Total").asText());
            }
        }
        Instant started = Instant.ofEpochMilli(begin);
        ImportedRun run = results.begin(job.path("name").asText(), settings)
                .job(id)
                .started(
                        Optional.of(new ClockTime(LocalDateTime.ofInstant(started, ZoneOffset.UTC), started)),
                        end > begin ? (Double) ((end - begin) / MILLIS) : null)
                .warnings(isSubmitted ? List.of() : List.of(WAITING_MISSING));
        if (!state.equals("SUCCEEDED")) {
            String why = job.path("diagnostics").asText();
            run.status(
                    state.startsWith("KILL") ? Status.INTERRUPTED : Status.FAILED,
                    "its state is " + state + (why.isBlank() ? "" : ": " + why.strip()));
        }
        results.add(run);
    }
}
