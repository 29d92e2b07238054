package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;

/** Alters records of users' programs, as a forger would, and sees that {@code verify} notices. */
class ProgramChecksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long START = 1_700_000_000_000L;

    /** Returns the record of a call of two MapReduce jobs: one with two maps and a reduce, and one with a map. */
    private static JsonNode ofMapReduce() throws IOException {
        List<TaskTimes> tasks = List.of(
                task("attempt_1_0001_m_000000_0", "map", 1, 3),
                task("attempt_1_0001_m_000001_0", "map", 2, 5),
                task("attempt_1_0001_r_000000_0", "reduce", 5, 7),
                task("attempt_1_0002_m_000000_0", "map", 11, 14));
        List<Application> applications = List.of(
                new Application(
                        "application_1_0001",
                        "search",
                        ProgramRun.MAPREDUCE,
                        "SUCCEEDED",
                        at(0),
                        at(8),
                        List.of(
                                new Stage("map", 2, 2, 1, 4.0, 5.0, 100L, null, null, 60L, null),
                                new Stage("reduce", 1, 1, 1, 2.0, 2.0, null, 30L, 50L, null, null)),
                        null),
                new Application(
                        "application_1_0002",
                        "sort",
                        ProgramRun.MAPREDUCE,
                        "SUCCEEDED",
                        at(10),
                        at(15),
                        List.of(new Stage("map", 1, 1, 1, 3.0, 3.0, 30L, 7L, null, 0L, null)),
                        null));
        Map<String, Map<String, Long>> counters = new TreeMap<>();
        counters.put(
                "org.apache.hadoop.mapreduce.TaskCounter",
                Map.of("REDUCE_SHUFFLE_BYTES", 50L, "MAP_OUTPUT_MATERIALIZED_BYTES", 60L, "CPU_MILLISECONDS", 4000L));
        counters.put(
                "org.apache.hadoop.mapreduce.JobCounter",
                Map.of("MILLIS_MAPS", 8000L, "MILLIS_REDUCES", 2000L, "MB_MILLIS_MAPS", 12_345L));
        counters.put("org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter", Map.of("BYTES_READ", 130L));
        counters.put("org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter", Map.of("BYTES_WRITTEN", 37L));
        return record(applications, tasks, counters, "job_1_0001", "{\"input\":130,\"shuffle\":50,\"taskCpu\":4.0}");
    }

    private static Instant at(int seconds) {
        return Instant.ofEpochMilli(START + seconds * 1000L);
    }

    private static TaskTimes task(String attempt, String kind, int started, int finished) {
        return new TaskTimes(attempt, kind, "node-1", "SUCCEEDED", at(started), at(finished), null, null);
    }

    private static JsonNode record(
            List<Application> applications,
            List<TaskTimes> tasks,
            Map<String, Map<String, Long>> counters,
            String job,
            String sizes)
            throws IOException {
        ObjectNode run = (ObjectNode) JSON.readTree("""
                {"schema":1,"identity":{"campaign":"c","run":"001-mine","suite":"s","applicationId":"application_1_0001"},
                 "subject":{"job":"mine","setup":"ssd","settings":{}},"status":"ok","reasons":[],
                 "position":{"index":1,"total":1,"block":1,"repeat":1,"seed":7},
                 "times":{"yarnStarted":"%s","yarnFinished":"%s","elapsed":15.0},
                 "proof":[{"name":"exit code","expected":"0","actual":"0","passed":true}]}""".formatted(at(0), at(15)));
        run.put("schema", RunRecord.SCHEMA);
        if (job != null) {
            ((ObjectNode) run.get("identity")).put("jobId", job);
        }
        run.set(
                "program",
                JsonDocument.tree(new ProgramRun("jar", List.of("mine"), "0f", 0, "001-mine.log", applications)));
        run.set("sizes", JSON.readTree(sizes));
        run.set("counters", JSON.valueToTree(counters));
        run.set("tasks", JSON.readTree("[" + String.join(",", lines(tasks)) + "]"));
        return run;
    }

    private static List<String> lines(List<TaskTimes> tasks) throws IOException {
        List<String> lines = new ArrayList<>();
        for (TaskTimes task : tasks) {
            lines.add(JsonDocument.line(task));
        }
        return lines;
    }

    private static List<String> found(JsonNode recorded) throws IOException {
        List<String> found = new ArrayList<>();
        RunRecord run = JsonDocument.parse(
                recorded.toString(), RunRecord.class, RunRecord.SCHEMA, new Origin("001-mine.json", 1));
        new RecordChecks("runs/001-mine.json", run, found::add).check();
        return found;
    }

    @Test
    void theProgramsThatThisTestAltersAreSound() throws IOException {
        assertThat(found(ofMapReduce())).isEmpty();
    }

    /** Returns the places of all numbers at and below a node. */
    private static Stream<String> numbers(String place, JsonNode node) {
        if (node.isNumber()) {
            return Stream.of(place);
        }
        if (node.isArray()) {
            List<String> places = new ArrayList<>();
            for (int at = 0; at < node.size(); at++) {
                numbers(place + "/" + at, node.get(at)).forEach(places::add);
            }
            return places.stream();
        }
        return node.properties().stream().flatMap(part -> numbers(place + "/" + part.getKey(), part.getValue()));
    }

    @Test
    void everyNumberOfAProgramIsHeldTwice() throws IOException {
        JsonNode sound = ofMapReduce();
        List<String> places = numbers("/program", sound.get("program")).toList();
        assertThat(places).hasSizeGreaterThan(20);
        for (String place : places) {
            JsonNode altered = sound.deepCopy();
            int last = place.lastIndexOf('/');
            ((ObjectNode) altered.at(place.substring(0, last)))
                    .put(place.substring(last + 1), sound.at(place).asInt() + 1);
            assertThat(found(altered)).as(place).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'application_1_0001\",\"name', 'application_1_0003\",\"name', begins with application_1_0003",
        "attempt_1_0002_m, attempt_1_0003_m, is of none of program.applications",
        "job_1_0001, job_1_0002, identity.jobId is job_1_0002",
        "'\"BYTES_READ\":130', '\"BYTES_READ\":131', BYTES_READ of files is 131",
        "'\"MILLIS_MAPS\":8000', '\"MILLIS_MAPS\":8001', MILLIS_MAPS is 8001"
    })
    void idsAndCountersOfSeveralJobsAreHeldTwice(String from, String to, String expected) throws IOException {
        String sound = ofMapReduce().toString();
        assertThat(sound).contains(from);

        assertThat(found(JSON.readTree(sound.replace(from, to)))).anyMatch(one -> one.contains(expected));
    }
}
