package org.spindlebench.analysis.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Keeps {@code docs/analysis.md} true: its code compiles and prints the output that the document shows. {@code
 * -Dspindle.documents=write} writes both into the document.
 */
class AnalysisDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "analysis.md");
    private static final boolean WRITES = "write".equals(System.getProperty("spindle.documents"));
    private static final Path SOURCES = Path.of("src", "test", "java", "org", "spindlebench", "analysis", "examples");
    private static final Path PACKAGES = Path.of("src", "main", "java", "org", "spindlebench", "analysis");
    private static final Pattern SHOWN =
            Pattern.compile("<!-- example: (\\w+) -->\n```java\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

    private static final List<Example> EXAMPLES = List.of(
            new TwoArrays(),
            new OneFile(),
            new ManyRuns(),
            new SpeedUps(),
            new PairTests(),
            new SuiteFigures(),
            new RunsNeeded(),
            new WhenToStop(),
            new OutlyingRuns(),
            new DriftOfCampaign(),
            new VisitsToSetups(),
            new PairedBlocks(),
            new MatchedConfigurations(),
            new ImportTable(),
            new AllFindings(),
            new ReadRecords(),
            new WriteRecords(),
            new CellsOfRuns(),
            new AcrossSettings(),
            new BestSettings(),
            new Workloads(),
            new Costs(),
            new PublishedClaims(),
            new NodesAndDevices(),
            new ProofsOfRun(),
            new SeriesOfRun(),
            new LimitsOfRun(),
            new TasksOverTime());

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("names")
    void an_example_is_shown_as_it_is_compiled(String name) throws IOException {
        assertThat(shown(name).group(2)).isEqualTo(region(Files.readString(SOURCES.resolve(name + ".java"))));
    }

    @ParameterizedTest
    @MethodSource("names")
    void an_example_prints_what_is_shown(String name) throws IOException {
        makeResults();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        example(name).run(directory, new PrintStream(printed, true, StandardCharsets.UTF_8));
        if (WRITES) {
            write(name, printed.toString(StandardCharsets.UTF_8));
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualTo(shown(name).group(3));
    }

    @Test
    void every_example_is_shown_and_no_code_is_shown_that_is_none() throws IOException {
        assertThat(SHOWN.matcher(document()).results().map(shown -> shown.group(1)))
                .containsExactlyElementsOf(names().toList());
        assertThat(Pattern.compile("(?m)^```java$").matcher(document()).results())
                .hasSameSizeAs(EXAMPLES);
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.filter(AnalysisDocumentTest::isExample)
                            .map(file -> file.getFileName().toString().replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(names().toList());
        }
    }

    @Test
    void the_table_that_examples_read_is_shown() throws IOException {
        assertThat(document()).contains("```csv\n" + table() + "```\n");
    }

    @Test
    void every_package_is_in_the_table_of_packages() throws IOException {
        try (Stream<Path> packages = Files.list(PACKAGES)) {
            List<String> names = packages.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
            assertThat(names).hasSizeGreaterThan(7);
            assertThat(rows("packages")).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void the_libraries_are_those_that_the_build_asks_for() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String dependencies = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
        List<String> needed = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
                .matcher(dependencies)
                .results()
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<scope>test</scope>"))
                .map(dependency -> dependency.replaceAll("(?s).*<artifactId>(.*)</artifactId>.*", "$1"))
                .toList();
        assertThat(needed).hasSize(8);
        assertThat(rows("libraries")).containsExactlyElementsOf(needed);
    }

    static Stream<String> names() {
        return EXAMPLES.stream().map(example -> example.getClass().getSimpleName());
    }

    private static Example example(String name) {
        return EXAMPLES.stream()
                .filter(example -> example.getClass().getSimpleName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isExample(Path file) {
        String name = file.getFileName().toString();
        return !name.equals("Example.java") && !name.endsWith("Test.java");
    }

    private static MatchResult shown(String name) throws IOException {
        return SHOWN.matcher(document())
                .results()
                .filter(shown -> shown.group(1).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no block <!-- example: " + name + " --> in " + DOCUMENT));
    }

    private static void write(String name, String printed) throws IOException {
        MatchResult old = shown(name);
        StringBuilder text = new StringBuilder(document());
        text.replace(old.start(3), old.end(3), printed);
        text.replace(old.start(2), old.end(2), region(Files.readString(SOURCES.resolve(name + ".java"))));
        Files.writeString(DOCUMENT, text.toString());
    }

    /** Returns the imports of the lines between the two comments, and these lines, moved to the left edge. */
    private static String region(String source) {
        Matcher region = Pattern.compile("( *)// example\n(.*?) *// end\n", Pattern.DOTALL)
                .matcher(source);
        assertThat(region.find()).isTrue();
        String code = region.group(2).replaceAll("(?m)^" + region.group(1), "");
        String imports = source.lines()
                .filter(line -> line.startsWith("import "))
                .filter(line -> {
                    String name = line.substring(line.lastIndexOf('.') + 1, line.length() - 1);
                    return Pattern.compile("\\b" + name + "\\b").matcher(code).find();
                })
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return imports.isEmpty() ? code : imports + "\n" + code;
    }

    /** Returns the first column of the table after a comment that names it. */
    private static List<String> rows(String table) throws IOException {
        String text = document();
        String after = text.substring(text.indexOf("<!-- table: " + table + " -->"));
        return after.lines()
                .skip(3)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.split("`", 3)[1])
                .toList();
    }

    private void makeResults() throws IOException {
        Path csv = Files.writeString(directory.resolve("runs.csv"), table());
        try (Stream<RunRecord> runs = Imports.read(csv, line -> {})) {
            Files.write(
                    directory.resolve("runs.jsonl"),
                    runs.map(JsonDocument::line).toList());
        }
    }

    private static String table() throws IOException {
        try (InputStream in = AnalysisDocumentTest.class.getResourceAsStream("runs.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String document() throws IOException {
        return Files.readString(DOCUMENT);
    }
}
