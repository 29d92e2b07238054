package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.CounterProof;
import org.spindlebench.runner.program.Program.Input;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;

class ProgramReaderTest {
    private static final String GREP = """
            name: own
            bytes_per_node: 64MB
            runs:
              - jobs: [terasort]
              - kind: jar
                name: grep
                jar: examples.jar
                main: org.apache.hadoop.examples.Grep
                arguments: ["${input}", "${output}", 'w[a-z]*', "", ""]
                input: {made: text}
                repeats: 2
                compression: [none, lz4]
                wave: reduces
                proof:
                  least_bytes: 10B
                  least_lines: 2
                  counters:
                    - {name: MAP_INPUT_RECORDS, at_least: 1}
                    - {group: mine, name: WORDS, equals: "${input_records}"}
            """;

    private final Problems problems = new Problems();

    @Test
    void aProgramIsAnEntryLikeTheOthers() {
        Suite suite = valid(GREP);
        Suite.SuiteEntry entry = suite.entries().get(1);

        assertThat(suite.jobs()).containsExactly("terasort", "grep");
        assertThat(suite.entries().get(0).program()).isNull();
        assertThat(entry.repeats()).isEqualTo(2);
        assertThat(entry.compressions()).containsExactly(Compression.NONE, Compression.LZ4);
        assertThat(entry.sizes()).containsExactly(Size.perNode(64_000_000));
        assertThat(entry.program())
                .isEqualTo(new Program(
                        Call.ofJar(
                                "examples.jar",
                                "org.apache.hadoop.examples.Grep",
                                List.of("${input}", "${output}", "w[a-z]*", "", "")),
                        List.of(),
                        new Input("TEXT", null),
                        OneWaveOf.REDUCES,
                        new ProgramProof(
                                true,
                                true,
                                10,
                                2,
                                List.of(
                                        new CounterProof(
                                                "org.apache.hadoop.mapreduce.TaskCounter",
                                                "MAP_INPUT_RECORDS",
                                                null,
                                                "1"),
                                        new CounterProof("mine", "WORDS", "${input_records}", null)))));
    }

    @Test
    void aCommandHasWordsOrALineOfAShellAndItsDataMayBePrepared() {
        Suite suite = valid("""
                name: own
                total_bytes: 1GB
                runs:
                  - kind: command
                    name: pagerank
                    command: [spark-submit, --conf, "spark.yarn.tags=${tag}", "${prepared}/edges", "${output}"]
                    input: {path: hdfs:///data//edges/}
                    prepare:
                      - {kind: jar, jar: gen.jar, arguments: ["${bytes}", "${input}", "${prepared}/edges"]}
                      - {kind: command, shell: "hdfs dfs -put x ${SPINDLE_PREPARED}/y"}
                    proof: {success_file: false}
                  - {kind: command, name: hive, shell: "hive -f q.sql"}
                """);

        Program spark = suite.entries().get(0).program();
        assertThat(spark.run().words()).hasSize(5).endsWith("${output}");
        assertThat(spark.input()).isEqualTo(new Input(null, "/data/edges"));
        assertThat(spark.prepare())
                .containsExactly(
                        Call.ofJar("gen.jar", null, List.of("${bytes}", "${input}", "${prepared}/edges")),
                        Call.ofShell("hdfs dfs -put x ${SPINDLE_PREPARED}/y"));
        assertThat(spark.proof()).isEqualTo(new ProgramProof(true, false, 0, 0, List.of()));
        assertThat(suite.entries().get(1).program().proof().output())
                .as("a line that does not name the output")
                .isFalse();
    }

    @Test
    void everyMistakeOfAProgramIsInOneReport() {
        Optional<Suite> suite = read("""
                name: own
                bytes_per_node: 1MB
                runs:
                  - kind: jar
                    name: terasort
                    main: "not a class"
                    arguments: ["${inptu}", "${input}", "${prepared}", [nested]]
                    command: [x]
                    input: {made: txt, path: /x}
                    prepare: [{kind: command, command: ["${output}"]}]
                    wave: all
                    proof: {output: none, least_lines: 0, counters: [{name: X}, {name: Y, equals: many}]}
                  - {kind: program, name: a/b}
                """);

        assertThat(suite).isEmpty();
        assertThat(problems.list())
                .extracting(problem -> problem.key() + ": " + problem.reason())
                .containsExactlyInAnyOrder(
                        "name: the name of one of Spindle's own jobs",
                        "jar: missing",
                        "main: not the name of a class",
                        "arguments: unknown placeholder `inptu`",
                        "arguments: `${input}` has no value here",
                        "arguments: a single value is needed, but this is a list",
                        "command: a jar has `arguments`",
                        "made: unknown kind of data `txt`",
                        "command: `${output}` has no value here",
                        "wave: unknown wave `all`",
                        "least_lines: too small",
                        "least_lines: the entry has no output to check",
                        "equals: a counter needs one value, equals or at_least",
                        "equals: not the value of a counter",
                        "input: either Spindle makes it, or it has a path",
                        "kind: unknown kind of program `program`",
                        "name: not usable as part of a file's name");
        assertThat(problems.list()).extracting(Problem::nearest).contains("input", "text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "command: [a], shell: b|a command needs its words, or one line of a shell",
                "name: other|a command needs its words, or one line of a shell",
                "command: [a], jar: x.jar|a command has its own words",
                "command: []|an empty list",
                "command: [\"${input_records}\"], input: {path: /x}|`${input_records}` has no value here",
                "command: [\"${prepared}\"]|`${prepared}` has no value here"
            })
    void aCommandThatIsNotOneCallIsRefused(String keys, String reason) {
        String name = keys.startsWith("name") ? "" : "name: mine, ";

        read("name: own\nbytes_per_node: 1MB\nruns: [{kind: command, " + name + keys + "}]\n");

        assertThat(problems.list()).extracting(Problem::reason).contains(reason);
    }

    @Test
    void oneProgramMayBeMeasuredWithSeveralArgumentsButNotTwiceWithTheSame() {
        valid("""
                name: own
                bytes_per_node: 1MB
                runs:
                  - {kind: jar, name: pi, jar: e.jar, arguments: [pi, 2, 10]}
                  - {kind: jar, name: pi, jar: e.jar, arguments: [pi, 4, 10]}
                """);
        read("""
                name: own
                bytes_per_node: 1MB
                runs:
                  - {kind: jar, name: pi, jar: e.jar, arguments: [pi, 2, 10]}
                  - {kind: jar, name: pi, jar: other.jar, arguments: [pi, 2, 10]}
                """);

        assertThat(problems.list())
                .extracting(Problem::reason)
                .containsExactly("pi with compression none is listed twice, first on line 4");
    }

    private Suite valid(String text) {
        Optional<Suite> suite = read(text);
        assertThat(problems.list()).isEmpty();
        return suite.orElseThrow();
    }

    private Optional<Suite> read(String text) {
        return SuiteReader.read("own.yaml", text, List.of("terasort"), Cluster.RUNNING, problems);
    }
}
