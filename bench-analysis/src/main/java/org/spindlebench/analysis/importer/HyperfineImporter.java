package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.spindlebench.analysis.record.Status;

/** Reads the file of {@code hyperfine --export-json}: each measured time of a command is a run. */
final class HyperfineImporter extends JsonImporter {
    private static final Pattern MARK = Pattern.compile("\"results\"[\\s\\S]*\"command\"");

    @Override
    public String name() {
        return "hyperfine";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "the JSON of hyperfine: results[] with command and times[]";
    }

    @Override
    boolean isOf(JsonNode document) {
        return document.at("/results/0/command").isTextual();
    }

    @Override
    void read(JsonNode document, JsonRuns results) {
        for (JsonNode result : document.path("results")) {
            Map<String, String> settings = new TreeMap<>();
            result.path("parameters")
                    .properties()
                    .forEach(one -> settings.put(one.getKey(), one.getValue().asText()));
            JsonNode times = result.path("times");
            if (!times.isArray() || times.isEmpty()) {
                results.refuse("'" + result.path("command").asText() + "' has no times, only their summary");
            }
            for (int i = 0; i < times.size(); i++) {
                double seconds = times.get(i).asDouble();
                JsonNode code = result.path("exit_codes").path(i);
                if (!(seconds > 0) || Double.isInfinite(seconds)) {
                    results.refuse("a time is " + times.get(i) + ", and must be more than 0");
                    continue;
                }
                ImportedRun run = results.begin(job(result.path("command").asText(), settings), settings)
                        .finished(Optional.empty(), seconds);
                results.add(
                        code.isNull()
                                ? run.status(Status.FAILED, "a signal ended the command")
                                : code.asInt(0) == 0
                                        ? run
                                        : run.status(Status.FAILED, "the command ended with " + code));
            }
        }
    }

    /** Returns a command without the values of its parameters, which hyperfine writes in their place. */
    private static String job(String command, Map<String, String> parameters) {
        String job = command;
        for (String value : parameters.values()) {
            job = job.replaceAll("(?<![\\w.-])" + Pattern.quote(value) + "(?![\\w.-])", "");
        }
        return job.isBlank() ? command : job.strip();
    }
}
