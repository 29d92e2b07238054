package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.program.Program.ProgramKind;

/** Programs of the user on the error: what a plan says of them, and who may run them. */
class OwnProgramsTest {
    private static final String SUITE = """
            name: own
            bytes_per_node: 1MB
            runs:
              - jobs: [teragen]
              - {kind: jar, name: pi, jar: examples.jar, arguments: [pi, "${maps}", 10], compression: [none, lz4]}
              - {kind: command, name: hive, shell: "hive -f q.sql"}
            """;

    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void write() throws IOException {
        session = new Session(directory);
        Files.createDirectory(directory.resolve("suites"));
        session.write("suites/own.yaml", SUITE);
        jar("suites/examples.jar", "org.example.Driver");
    }

    @Test
    void aPlanShowsEachCallOnceAndKeepsTheJarsPlaceAndDigest() throws IOException {
        assertThat(session.run("plan", "--suite", "suites/own.yaml")).isZero();
        assertThat(session.out().lines().filter(line -> line.startsWith("program ")))
                .containsExactlyInAnyOrder(
                        "program    pi: `hadoop jar " + directory.resolve("suites/examples.jar") + " pi ${maps} 10`",
                        "program    hive: `hive -f q.sql`");

        Session json = new Session(directory);
        assertThat(json.run("plan", "--suite", "suites/own.yaml", "--json")).isZero();
        Plan plan = PlanFile.read(Files.writeString(directory.resolve("plan.json"), json.out()));
        assertThat(plan.runs()).hasSize(4);
        assertThat(plan.runs())
                .filteredOn(run -> run.job().equals("pi"))
                .hasSize(2)
                .allSatisfy(run -> {
                    assertThat(run.settings()).containsEntry("arguments", "pi ${maps} 10");
                    assertThat(run.program().run().kind()).isEqualTo(ProgramKind.JAR);
                    assertThat(run.program().run().sha256()).matches("[0-9a-f]{64}");
                });
        assertThat(plan.runs())
                .filteredOn(run -> run.job().equals("teragen"))
                .extracting(RunSpec::program)
                .containsOnlyNulls();
        assertThat(PlanFile.json(plan)).isEqualTo(json.out().strip());
    }

    @Test
    void programsOfASuiteRunOnlyIfTheUserAllowsIt() {
        assertThat(session.run("run", "--suite", "suites/own.yaml")).isEqualTo(2);
        assertThat(session.err())
                .contains(
                        "--allow-disruptive: missing: the suite runs a program of its own as you: `hive -f q.sql`",
                        "as you: `hadoop jar ",
                        "add --allow-disruptive to run it, or leave it out with --jobs",
                        "2 problems");
        assertThat(session.actions.nothingStarted()).isTrue();

        Session allowed = new Session(directory);
        allowed.run("run", "--suite", "suites/own.yaml", "--allow-disruptive");
        assertThat(allowed.err()).doesNotContain("problem");
        assertThat(allowed.actions.nothingStarted()).isFalse();
        Session without = new Session(directory);
        without.run("run", "--suite", "suites/own.yaml", "--jobs", "teragen");
        assertThat(without.actions.nothingStarted()).isFalse();
        Session check = new Session(directory);
        check.run("check", "--suite", "suites/own.yaml");
        assertThat(check.actions.nothingStarted()).isFalse();
    }

    @Test
    void programsMayBeChosenByTheirNames() {
        assertThat(session.run("plan", "--suite", "suites/own.yaml", "--jobs", "hive"))
                .isZero();
        assertThat(session.out()).contains("program    hive: ").doesNotContain("teragen", "program    pi: ");

        Session misspelt = new Session(directory);
        assertThat(misspelt.run("plan", "--suite", "suites/own.yaml", "--jobs", "hivee"))
                .isEqualTo(2);
        assertThat(misspelt.err()).contains("--jobs: not a job of the suite own", "nearest  hive");
    }

    @Test
    void aJarThatCannotBeRunIsRefusedBeforeAnythingStarts() throws IOException {
        jar("bare.jar", null);
        session.write("text.jar", "no jar");
        session.write("own.yaml", """
                name: own
                bytes_per_node: 1MB
                runs:
                  - {kind: jar, name: gone, jar: gone.jar}
                  - {kind: jar, name: bare, jar: bare.jar}
                  - {kind: jar, name: text, jar: text.jar}
                """);

        assertThat(session.run("plan", "--suite", "own.yaml")).isEqualTo(2);
        assertThat(session.err())
                .contains(
                        "own.yaml: jar: no such file",
                        "own.yaml: jar: its manifest names no Main-Class",
                        "own.yaml: jar: cannot be read as a jar: ",
                        "3 problems");
    }

    private void jar(String name, String main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        try (OutputStream out = Files.newOutputStream(directory.resolve(name));
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.finish();
        }
    }
}
