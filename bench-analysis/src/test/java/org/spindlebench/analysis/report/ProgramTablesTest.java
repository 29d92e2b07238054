package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/** Compares a program of the user and TeraSort in the same tables. The program has one more table of its own. */
class ProgramTablesTest {
    private static final String ARGUMENTS = "Grep ${input} ${output} w[a-z]*";
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private static Stage stage(String name, int waves, Long read, Long shuffle) {
        return new Stage(name, 8, 4, waves, 10.0, 30.0, read, null, shuffle, null, null);
    }

    private static ProgramRun program(List<Application> applications) {
        return new ProgramRun("jar", List.of("Grep", "/in", "/out"), "abc", 0, "001.log", applications);
    }

    private static Application application(int number, String type, Stage... stages) {
        return new Application(
                "application_1_000" + number,
                "grep",
                type,
                "SUCCEEDED",
                START,
                START.plusSeconds(9),
                List.of(stages),
                stages.length == 0 ? "unread" : null);
    }

    private static RunRecord run(int index, String setup, String arguments, double seconds, Application... submitted) {
        return new RunBuilder(index, "grep")
                .setup(setup)
                .repeat(index)
                .setting("arguments", arguments)
                .elapsed(seconds)
                .program(program(List.of(submitted)))
                .build();
    }

    private static Findings findings(Stream<RunRecord> runs) {
        return Findings.of(Runs.of(runs), ComparisonOptions.standard().against("hdd"));
    }

    private static Application grep(int number, long read) {
        return application(
                number, ProgramRun.MAPREDUCE, stage("map", number, read, null), stage("reduce", 1, null, 1_000_000L));
    }

    private static Stream<RunRecord> twoSetups() {
        return Stream.of(
                run(1, "hdd", ARGUMENTS, 20, grep(1, 60_000_000), grep(2, 1_000_000)),
                run(2, "hdd", ARGUMENTS, 22, grep(1, 60_000_000), grep(2, 3_000_000)),
                run(3, "ssd", ARGUMENTS, 10, grep(1, 60_000_000), grep(2, 1_000_000)),
                run(4, "ssd", ARGUMENTS, 11, grep(1, 60_000_000), grep(2, 1_000_000)),
                new RunBuilder(5, "terasort").setup("hdd").build(),
                new RunBuilder(6, "terasort").setup("ssd").elapsed(6.0).build());
    }

    @Test
    void aProgramIsComparedLikeOtherJobsAndItsApplicationsAreCounted() throws Exception {
        Findings findings = findings(twoSetups());

        assertThat(findings.comparisons().map(one -> one.contender().subject().job()))
                .contains("grep", "terasort");
        JsonNode report = JsonMapper.builder().build().readTree(Reports.json(findings));
        JsonNode programs = report.path("programs");
        assertThat(programs).hasSize(2);
        JsonNode hdd = programs.get(0);
        assertThat(hdd.path("cell").asText()).isEqualTo("grep@hdd");
        assertThat(hdd.path("settings").path("arguments").asText()).isEqualTo(ARGUMENTS);
        assertThat(hdd.path("runs").asInt()).isEqualTo(2);
        assertThat(hdd.path("applications").asDouble()).isEqualTo(2);
        assertThat(hdd.path("mapreduce_jobs").asDouble()).isEqualTo(2);
        assertThat(hdd.path("spark_applications").asDouble()).isZero();
        assertThat(hdd.path("stages").asDouble()).isEqualTo(4);
        assertThat(hdd.path("most_waves").asDouble()).isEqualTo(2);
        assertThat(hdd.path("read").asDouble()).isEqualTo(62e6);
        assertThat(hdd.path("shuffle_read").asDouble()).isEqualTo(2e6);
        assertThat(hdd.has("spilled")).isFalse();
        assertThat(hdd.path("call_seconds").asDouble()).isEqualTo(13.24);
        assertThat(Reports.markdown(findings))
                .contains("## Programs of the suite")
                .contains("| grep | hdd |");
    }

    @Test
    void otherArgumentsAreAnotherCell() {
        Findings findings = findings(Stream.of(
                run(1, "hdd", ARGUMENTS, 20, grep(1, 1)), run(2, "hdd", "Grep ${input} ${output} x", 30, grep(1, 1))));

        assertThat(findings.cells()).hasSize(2);
    }

    @Test
    void ofAnApplicationWithoutStagesNoSumIsClaimed() throws Exception {
        Findings findings =
                findings(Stream.of(run(1, "hdd", ARGUMENTS, 20, grep(1, 60_000_000), application(2, "TEZ"))));

        JsonNode only = JsonMapper.builder()
                .build()
                .readTree(Reports.json(findings))
                .path("programs")
                .get(0);
        assertThat(only.path("applications").asDouble()).isEqualTo(2);
        assertThat(only.has("stages")).isFalse();
        assertThat(only.has("read")).isFalse();
    }

    @Test
    void aReportWithoutProgramsDoesNotMentionThem() {
        Findings findings =
                findings(Stream.of(new RunBuilder(1, "terasort").setup("hdd").build()));

        assertThat(Reports.json(findings)).doesNotContain("\"programs\"");
        assertThat(Reports.markdown(findings)).doesNotContain("Programs of the suite");
    }

    @Test
    void whatEarlierVersionsReadOfSparkDoesNoHarm(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("old.jsonl"), """
                {"schema":1,"identity":{"campaign":"c","run":"1","suite":"s"},"source":{"format":"csv","file":"a"},\
                "subject":{"job":"group","setup":"a"},\
                "status":"ok","counters":{"spark":{"stages":1}},"tasks":[{"attempt":"application_1_0001_0_0_0",\
                "kind":"spark","host":"n","state":"SUCCEEDED"}],"program":{"kind":"command","call":["x"],"applications":\
                [{"id":"application_1_0001","type":"SPARK","stages":[{"name":"0 map","tasks":1,"cpu":7.5,"spilled":9}]}]}}
                """);

        try (Stream<RunRecord> runs = Records.read(file)) {
            assertThat(runs).singleElement().satisfies(run -> {
                assertThat(run.program().count(ProgramRun.SPARK)).isEqualTo(1);
                assertThat(run.program().applications().get(0).stages().get(0).spilled())
                        .isEqualTo(9);
            });
        }
    }
}
