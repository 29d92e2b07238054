package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the documents against the command line of `bench-runner.jar`. Needs no cluster. */
class ReadmeIT {
    private static final Path ROOT = ReadmeCommands.ROOT;
    private static final Path JAR = ROOT.resolve("bench-runner/target/bench-runner.jar");
    private static final int LIMIT_SECONDS = 60;

    private static ShownOptions options;

    @TempDir
    private Path directory;

    /** The exit code and output of a program that has ended. */
    private record Ended(int code, List<String> lines) {}

    @BeforeAll
    static void readHelp(@TempDir Path temporary) throws Exception {
        options = new ShownOptions();
        for (String command : List.of(
                "run",
                "plan",
                "check",
                "status",
                "stop",
                "list",
                "init",
                "clean",
                "import",
                "report",
                "compare",
                "bundle",
                "verify",
                "site",
                "devices",
                "completion")) {
            Ended help = spindle(temporary, command, "--help");
            assertThat(help.code()).isZero();
            options.learn(command, String.join("\n", help.lines()));
        }
        options.learnAsRun(
                "lab", String.join("\n", spindle(temporary, "lab", "--help").lines()));
    }

    @Test
    void everyOptionInTheDocumentsExists() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (MarkdownFile document : MarkdownFile.all(ROOT)) {
            document.code().forEach(code -> options.unknownIn(code)
                    .forEach(option -> unknown.add(document.path().getFileName() + ": " + option + " in " + code)));
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyOptionThatExistsIsInTheDocument() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/cli.md"));
        assertThat(options.known()).hasSizeGreaterThan(20).allMatch(document::contains, "is in docs/cli.md");
    }

    @Test
    void anOptionThatDoesNotExistIsFound() {
        assertThat(options.unknownIn("bin/spindle run --sweet quick --jobs a")).containsExactly("--sweet");
        assertThat(options.unknownIn("hadoop jar bench-runner.jar --suite full --dry-run"))
                .containsExactly("--dry-run");
        assertThat(options.unknownIn("hadoop jar bench-runner.jar clean --dry-run"))
                .isEmpty();
        assertThat(options.unknownIn("bin/spindle halt")).containsExactly("halt");
        assertThat(options.unknownIn("--dry-runs")).containsExactly("--dry-runs");
        assertThat(options.unknownIn("--cold command='x --y'")).isEmpty();
    }

    @Test
    void theJarListsTheDocumentedSuites() throws Exception {
        Ended list = spindle(directory, "list", "suites");
        assertThat(list.code()).isZero();
        assertThat(list.lines()).extracting(ReadmeIT::name).isEqualTo(column("docs/suites.md", "# The suites"));
    }

    @Test
    void theReadmesListAndPlanRun() throws Exception {
        assertThat(readme("list-jobs").lines())
                .extracting(ReadmeIT::name)
                .isEqualTo(column("docs/jobs.md", "# The jobs"));
        List<String> plan = readme("plan-full").lines();
        List<String> runs =
                plan.stream().filter(line -> line.matches(" +\\d+ +[1-5]  .*")).toList();
        assertThat(runs).isNotEmpty();
        assertThat(plan).anyMatch(line -> line.startsWith("total      " + runs.size() + " runs in 5 blocks"));
    }

    @Test
    void theReadmesReportIsWhatItsCommandPrints() throws Exception {
        String readme = Files.readString(ROOT.resolve("README.md"));
        assertThat(readme).contains(String.join("\n", readme("report-example").lines()));
        assertThat(ROOT.resolve("target/report/report.md")).isNotEmptyFile();
    }

    private static List<String> column(String document, String heading) throws IOException {
        return MarkdownFile.read(ROOT.resolve(document)).firstColumn(heading);
    }

    private static String name(String line) {
        return line.split(" ", 2)[0];
    }

    private Ended readme(String id) throws Exception {
        Ended ended = run(ROOT, directory, ReadmeCommands.command(id));
        assertThat(ended.code()).as(ended.toString()).isZero();
        return ended;
    }

    private static Ended spindle(Path temporary, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return run(temporary, temporary, command);
    }

    private static Ended run(Path workingDirectory, Path temporary, List<String> command) throws Exception {
        Path out = Files.createTempFile(temporary, "out", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(Files.createTempFile(temporary, "err", ".txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            return new Ended(process.exitValue(), Files.readAllLines(out, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
