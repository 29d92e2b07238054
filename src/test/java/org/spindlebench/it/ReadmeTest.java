package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.jobs.JobCatalog;

/** Checks the documents without running anything. */
class ReadmeTest {
    private static final Path ROOT = ReadmeCommands.ROOT;
    private static final int MOST_JOBS = 60;
    private static final int README_LINES = 175;

    /** The documents whose tables are references that tests hold, one row for each key. */
    private static final Set<String> OF_WIDE_TABLES = Set.of("records.md", "simulation.md");

    private static final List<String> SOURCES =
            List.of("src", "bench-jobs/src", "bench-analysis/src", "bench-runner/src", "bench-handover/src");
    private static final Pattern STEPS = Pattern.compile("(?ms)^## To add .*?(?=^## )");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quick-embedded",
                "test-all",
                "test-fast",
                "list-jobs",
                "plan-full",
                "check-embedded",
                "report-example"
            })
    void theDocumentsHaveTheCommand(String id) {
        assertThat(ReadmeCommands.command(id)).isNotNull().first().isIn("bin/spindle", "mvn");
    }

    @Test
    void aMarkedBlockIsOnePlainCommand() {
        assertThat(ReadmeCommands.in("<!-- tested: a -->\n```sh\nbin/spindle  list jobs\n```\n"))
                .containsEntry("a", List.of("bin/spindle", "list", "jobs"));
        for (String block : List.of("no block", "```sh\none\ntwo\n```", "```sh\none | two\n```")) {
            assertThatThrownBy(() -> ReadmeCommands.in("<!-- tested: a -->\n" + block))
                    .hasMessageContaining("not one plain command");
        }
        String block = "<!-- tested: a -->\n```sh\none\n```\n";
        assertThatThrownBy(() -> ReadmeCommands.in(block + block)).hasMessageContaining("two blocks");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsSomewhere(MarkdownFile document) throws IOException {
        assertThat(document.deadLinks()).as(document.path().toString()).isEmpty();
    }

    @Test
    void aDeadLinkIsFound() throws IOException {
        String text = """
                # A b
                [1](#a-b) [2](#c) [3](README.md) [4](missing.md) [5](README.md#try-it) [6](https://a.b)
                ```text
                [7](code)
                ```
                """;
        assertThat(new MarkdownFile(ROOT.resolve("any.md"), text).deadLinks()).containsExactly("#c", "missing.md");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLineIsShort(MarkdownFile document) {
        assertThat(document.longLines(
                        OF_WIDE_TABLES.contains(document.path().getFileName().toString())))
                .as(document.path().toString())
                .isEmpty();
    }

    @Test
    void aLongLineIsFound() {
        String longLine = "x".repeat(121);
        String text = longLine + "\n| " + longLine + "\n```text\n" + longLine + "\n```\n" + "y".repeat(120) + "\n";
        MarkdownFile document = new MarkdownFile(ROOT, text);
        assertThat(document.longLines(true)).containsExactly(longLine);
        assertThat(document.longLines(false)).containsExactly(longLine, "| " + longLine);
    }

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(README_LINES);
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/README.md"));
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md")))
                    .hasSizeGreaterThan(20)
                    .allMatch(name -> index.contains("](" + name + ")"), "is in docs/README.md");
        }
    }

    @Test
    void theTablesOfJobsAndSuitesAreTheLists() throws IOException {
        MarkdownFile jobs = MarkdownFile.read(ROOT.resolve("docs/jobs.md"));
        assertThat(jobs.firstColumn("# The jobs")).containsExactlyElementsOf(JobCatalog.names());
        try (Stream<Path> suites = Files.list(ROOT.resolve("conf/suites"))) {
            assertThat(MarkdownFile.read(ROOT.resolve("docs/suites.md")).firstColumn("# The suites"))
                    .isEqualTo(suites.map(file -> file.getFileName().toString().replace(".yaml", ""))
                            .sorted()
                            .toList());
        }
    }

    @Test
    void thePageOfProofsHasEveryJob() throws IOException {
        assertThat(MarkdownFile.read(ROOT.resolve("docs/proofs.md")).items("## Checks of each job"))
                .containsExactlyInAnyOrderElementsOf(JobCatalog.names());
    }

    @Test
    void everyTypeThatStepsOfContributingNameExists() throws IOException {
        String contributing = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        MarkdownFile steps = new MarkdownFile(
                ROOT.resolve("CONTRIBUTING.md"),
                STEPS.matcher(contributing).results().map(MatchResult::group).collect(Collectors.joining()));
        Map<String, String> sources = sources();
        assertThat(types(steps)).hasSizeGreaterThan(50).allMatch(name -> isIn(sources, name), "is in a source");
    }

    @Test
    void aTypeThatDoesNotExistIsFound() throws IOException {
        MarkdownFile document =
                new MarkdownFile(ROOT, "`JobCatalog` `Catalog` `JobCatalog.named` `JobCatalog.unnamed`");
        Map<String, String> sources = sources();
        assertThat(types(document).stream().filter(name -> !isIn(sources, name)))
                .containsExactly("Catalog", "JobCatalog.unnamed");
    }

    @Test
    void everyClusterTestIsInTheBudget() throws IOException {
        MarkdownFile contributing = MarkdownFile.read(ROOT.resolve("CONTRIBUTING.md"));
        List<String> written;
        try (Stream<Path> files = Files.walk(ROOT.resolve("src/test/java"))) {
            written = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("IT.java"))
                    .map(name -> name.replace(".java", ""))
                    .toList();
        }
        assertThat(written).isNotEmpty();
        assertThat(budget(contributing, 1)).containsExactlyInAnyOrderElementsOf(written);
    }

    @Test
    void theBudgetIsKept() throws IOException {
        MarkdownFile contributing = MarkdownFile.read(ROOT.resolve("CONTRIBUTING.md"));
        int jobs = budget(contributing, 2).stream().mapToInt(Integer::parseInt).sum();
        assertThat(jobs).isPositive().isLessThanOrEqualTo(MOST_JOBS);
    }

    /** Returns types in code marks, with what is named of them, such as {@code JobCatalog} and {@code Content.seeded}. */
    private static List<String> types(MarkdownFile document) {
        return document.code().stream()
                .filter(code -> code.matches("[A-Z]\\w*[a-z]\\w*(\\.\\w+)*") && !code.equals("Optional"))
                .toList();
    }

    /** Checks whether a type is declared, and each further name occurs in its source. */
    private static boolean isIn(Map<String, String> sources, String name) {
        String[] parts = name.split("\\.");
        String source = sources.getOrDefault(parts[0], "");
        return Stream.of(parts)
                .allMatch(part ->
                        Pattern.compile("\\b" + part + "\\b").matcher(source).find());
    }

    /** Returns the sources that declare each type, nested or not. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String directory : SOURCES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String text = Files.readString(file);
                    DECLARED.matcher(text)
                            .results()
                            .forEach(type -> sources.merge(type.group(1), text, String::concat));
                }
            }
        }
        return sources;
    }

    /** Returns a column of the table of cluster tests. */
    private static List<String> budget(MarkdownFile contributing, int column) {
        return contributing
                .text()
                .lines()
                .filter(line -> line.startsWith("| `") && line.contains("IT` |"))
                .map(line -> line.split("\\|", -1)[column].replace("`", "").trim())
                .toList();
    }

    static List<MarkdownFile> documents() throws IOException {
        return MarkdownFile.all(ROOT);
    }
}
