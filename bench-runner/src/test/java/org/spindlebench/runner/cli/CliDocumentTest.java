package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandDescription;
import org.spindlebench.runner.console.CommandDescription.HelpEntry;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.HelpText;

/**
 * Holds {@code docs/cli.md} equal to the commands, and their texts to one form. After a change of an option write the
 * document anew: {@code mvn test -pl bench-runner -am -Dtest=CliDocumentTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dspindle.documents=write}.
 */
class CliDocumentTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCUMENT = ROOT.resolve("docs/cli.md");
    private static final boolean WRITES = "write".equals(System.getProperty("spindle.documents"));

    /** Words in capitals that stand for values. Each is one kind of value in all commands. */
    private static final Pattern LABEL = Pattern.compile(
            "(?:\\[?(?:[a-z,-]+(?:\\[?=[A-Z]+\\]?)?"
                    + "|NAME|FILE|DIR|N|SIZE|TIME|SHARE|PERCENT|SETUP|SETTING|FIELD|FIELD=VALUE|JOB|HOST|COMMAND|ZONE|RESULTS"
                    + "|CAMPAIGN|BUNDLE|FORMAT|KIND|NAME=DIR|SCALE|BASE CONTENDER|BASE vs CONTENDER|HH:MM-HH:MM|KEY|KEY=VALUE|NAME=COLUMN|COLUMN=DIGITS|UNIT|URI|ADDRESS)(?:,\\.\\.\\.)?\\]?\\|?)+");

    @TempDir
    Path directory;

    @Test
    void theDocumentIsWhatTheCommandsSay() throws IOException {
        String document = CliDocument.of(pages(), settings());
        if (WRITES) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/cli.md differs. If on purpose, write it with -Dspindle.documents=write")
                .isEqualTo(document);
    }

    @Test
    void everyExitCodeIsInTheHelpAndInTheDocument() throws IOException {
        Session session = new Session(directory);
        assertThat(session.run("help")).isZero();
        String help = session.out().replaceAll("\\s+", " ");
        String document = Files.readString(DOCUMENT).replaceAll("\\s+", " ");
        assertThat(ExitCode.values()).allSatisfy(code -> {
            assertThat(help).contains(" " + code.code() + " " + code.meaning());
            assertThat(document).contains("- `" + code.code() + "`: " + code.meaning());
        });
    }

    /** A word that is longer than the line cannot be broken. */
    @ParameterizedTest
    @ValueSource(ints = {60, 80})
    void helpFitsTheTerminal(int width) {
        for (CommandDescription page : pages()) {
            assertThat(HelpText.of(page, "bin/spindle", width).lines())
                    .as(page.command())
                    .allSatisfy(line -> assertThat(
                                    line.length() <= width || !line.strip().contains(" "))
                            .as(line)
                            .isTrue());
        }
    }

    @Test
    void helpBreaksItsLinesAtSpacesOnly() {
        List<CommandDescription> pages =
                pages().stream().filter(page -> !page.command().equals("help")).toList();
        for (CommandDescription page : pages) {
            Session session = new Session(directory);
            String[] line =
                    page.command().isEmpty() ? new String[] {"--help"} : new String[] {page.command(), "--help"};
            assertThat(session.run(line)).isZero();
            String help = session.out().replaceAll("\\s+", " ");
            assertThat(help).contains(page.description().replaceAll("\\s+", " "));
            assertThat(page.parts().stream().flatMap(part -> part.entries().stream()))
                    .allMatch(entry -> help.contains(entry.term() + " " + entry.text()), "is in the help");
        }
    }

    @Test
    void everyTextOfAnOptionIsASentenceOfItsOwn() {
        assertThat(options()).hasSizeGreaterThan(100).allSatisfy(option -> assertThat(option.text())
                .as(option.term())
                .matches("(?s)[A-Z][a-z]+,? .*\\.")
                .doesNotMatch("(?s)(?:The|A|An|With|For|If|What|How|Whether|Only|Also) .*"));
    }

    @Test
    void everyPlaceholderIsOneOfAFewWords() {
        assertThat(options().map(HelpEntry::label).filter(label -> !label.isEmpty()))
                .hasSizeGreaterThan(50)
                .allMatch(label -> LABEL.matcher(label).matches());
    }

    @Test
    void noShortOptionIsOneOfHadoops() {
        List<String> hadoops = List.of("-D", "-f", "-fs", "-jt", "-conf", "-libjars", "-files", "-archives");
        assertThat(options()
                        .filter(option -> !hadoops.contains(option.names().get(0)))
                        .flatMap(option -> option.names().stream())
                        .filter(name -> !name.startsWith("--")))
                .contains("-s", "-o", "-q", "-v", "-n", "-j")
                .doesNotContainAnyElementsOf(hadoops);
    }

    @Test
    void aShortOptionMeansOneThing() {
        Map<String, List<String>> longNames = options()
                .filter(option -> option.names().size() == 2)
                .collect(Collectors.groupingBy(
                        option -> option.names().get(0),
                        Collectors.mapping(option -> option.names().get(1), Collectors.toList())));
        assertThat(longNames.values())
                .allSatisfy(names -> assertThat(names.stream().distinct()).hasSize(1));
    }

    @Test
    void everySettingOfSpindlesThatHasANameIsDocumented() throws IOException {
        List<String> rows =
                settings().lines().filter(line -> line.startsWith("| `")).toList();
        assertThat(RunSetting.values())
                .filteredOn(setting -> setting.key().startsWith("spindle."))
                .allSatisfy(setting -> assertThat(rows)
                        .anyMatch(row -> row.startsWith("| `" + setting.key() + "` | `" + setting.label() + "` |")));
        String sources = sources();
        assertThat(rows.stream().map(row -> row.split("`")[1]))
                .isSorted()
                .hasSizeGreaterThan(10)
                .allMatch(key -> sources.contains("\"" + key + "\""));
    }

    @Test
    void everySettingOfAJobIsDocumentedAndEntersBundles() throws IOException {
        // Spindle sets these itself. The last two have names of files.
        List<String> own = List.of(
                JobKeys.MAPS,
                JobKeys.BYTES,
                JobKeys.SEED,
                JobKeys.NODES,
                JobKeys.INPUT_OFFSET,
                JobKeys.INPUT_POOL,
                JobKeys.INPUTS);
        List<String> rules = Files.readString(
                        ROOT.resolve("bench-handover/src/main/resources/org/spindlebench/handover/settings.rules"))
                .lines()
                .map(line -> line.split(" ")[0])
                .toList();
        assertThat(rules).contains(own.subList(0, own.size() - 2).toArray(new String[0]));
        assertThat(JobKeys.ALL)
                .filteredOn(key -> !own.contains(key))
                .hasSizeGreaterThan(10)
                .allSatisfy(key -> assertThat(settings()).contains("| `" + key + "` |"))
                .allSatisfy(key -> assertThat(rules).contains(key));
    }

    @Test
    void everyVariableIsReadSomewhere() throws IOException {
        String sources = sources() + Files.readString(ROOT.resolve("bin/spindle"));
        // Hadoop reads this one, and reports on a terminal heed that one.
        List<String> ofOthers = List.of("HADOOP_CLIENT_OPTS", "NO_COLOR");
        Stream<String> documented = Pattern.compile("(?m)^- `([A-Z_]+)`: ")
                .matcher(settings())
                .results()
                .map(found -> found.group(1));
        assertThat(documented.filter(name -> !ofOthers.contains(name)))
                .hasSizeGreaterThan(5)
                .allMatch(name ->
                        Pattern.compile("\\b" + name + "\\b").matcher(sources).find());
    }

    private Stream<HelpEntry> options() {
        return pages().stream()
                .flatMap(page -> page.parts().stream())
                .flatMap(part -> part.entries().stream())
                .filter(entry ->
                        !entry.names().isEmpty() && entry.names().get(0).startsWith("-"));
    }

    /** Returns the descriptions of all commands. */
    private List<CommandDescription> pages() {
        Console console = new Console(
                new GenericOptions(List.of(), Map.of(), List.of()),
                new Problems(),
                System.out,
                System.err,
                action -> 0);
        return new Commands(new CliContext(Map.of(), directory, () -> null, () -> 1), console).pages();
    }

    private static String settings() throws IOException {
        try (InputStream text = CliDocumentTest.class.getResourceAsStream("/documents/cli-settings.md")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module :
                Arrays.asList("bench-jobs/src/main", "bench-runner/src/main", "bench-runner/src/launcher")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    all.append(Files.readString(file));
                }
            }
        }
        return all.toString();
    }
}
