package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares what commands print and write with stored files, to the letter, so that no change goes unnoticed. To change
 * the files on purpose, run {@code mvn test -pl bench-runner -am -Dtest=GoldenTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dspindle.documents=write}, and read the diff.
 */
class GoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final String EXAMPLES =
            Path.of("../docs/examples").toAbsolutePath().normalize().toString();
    private static final boolean WRITES = "write".equals(System.getProperty("spindle.documents"));

    private static final List<String> COMMANDS = List.of(
            "run",
            "plan",
            "check",
            "report",
            "compare",
            "bundle",
            "verify",
            "site",
            "import",
            "devices",
            "lab",
            "list",
            "clean",
            "status",
            "stop",
            "completion",
            "help",
            "version");
    private static final List<String> LISTS =
            List.of("jobs", "suites", "setups", "experiments", "workloads", "prices", "mixes", "settings", "fields");

    /** Longer texts are stored as a digest. */
    private static final int MOST_BYTES = 300_000;

    private static final Pattern PAGE_DATA =
            Pattern.compile("<script type=\"application/json\"[^>]*>(.*?)</script>", Pattern.DOTALL);

    @TempDir
    Path directory;

    private record Case(String name, List<String> arguments) {
        Case(String name, String... arguments) {
            this(name, List.of(arguments));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        Stream<Case> help = COMMANDS.stream().map(command -> new Case("help-" + command, command, "--help"));
        Stream<Case> lists = LISTS.stream().map(what -> new Case("list-" + what, "list", what));
        Stream<Case> suites = Stream.of("quick", "full", "paper", "sandisk", "aloja")
                .map(suite -> new Case("plan-" + suite, "plan", "--suite", suite, "--seed", "7", "--json"));
        return Stream.of(
                        help,
                        lists,
                        suites,
                        Stream.of(
                                new Case("help", "--help"),
                                new Case("plan-text", "plan", "--suite", "quick", "--seed", "7"),
                                new Case(
                                        "plan-experiment",
                                        "plan",
                                        "--experiment",
                                        "hybrid-modes",
                                        "--seed",
                                        "7",
                                        "--json"),
                                new Case("plan-experiment-text", "plan", "--experiment", "upgrade", "--seed", "7"),
                                new Case("plan-workload", "plan", "--workload", "example", "--seed", "7"),
                                report("invented", EXAMPLES + "/invented.csv"),
                                report("paced", EXAMPLES + "/paced-devices/records"),
                                report("priced", EXAMPLES + "/invented.csv", "--prices", "cloudera-2014"),
                                new Case(
                                        "compare",
                                        "compare",
                                        EXAMPLES + "/invented.csv:hdd-11",
                                        EXAMPLES + "/invented.csv:ssd"),
                                new Case("list-unknown", "list", "price"),
                                gate("faster", "hdd-11", "ssd"),
                                gate("slower", "ssd", "hdd-11"),
                                new Case(
                                        "compare-json",
                                        "compare",
                                        EXAMPLES + "/invented.csv:hdd-11",
                                        EXAMPLES + "/invented.csv:ssd",
                                        "--json")))
                .flatMap(cases -> cases);
    }

    private static Case gate(String name, String baseline, String contender) {
        return new Case(
                "gate-" + name,
                "compare",
                EXAMPLES + "/invented.csv:" + baseline,
                EXAMPLES + "/invented.csv:" + contender,
                "--fail-if-slower",
                "5%");
    }

    private static Case report(String name, String... arguments) {
        return new Case(
                "report-" + name,
                Stream.concat(Stream.of("report", "--out", "OUT"), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void printsAndWritesWhatItAlwaysDid(Case one) throws IOException {
        Session session = new Session(directory);
        Path out = directory.resolve("out");
        int code = session.run(one.arguments().stream()
                .map(argument -> argument.equals("OUT") ? out.toString() : argument)
                .toArray(String[]::new));

        hold(one.name() + ".txt", "exit " + code + "\n" + session.out() + session.err());
        for (Path file : written(out)) {
            String text = Files.readString(file);
            String data = PAGE_DATA
                    .matcher(text)
                    .results()
                    .map(script -> script.group(1))
                    .collect(Collectors.joining("\n"));
            hold(one.name() + "/" + file.getFileName(), data.isEmpty() ? text : data);
        }
        if (Files.isDirectory(GOLDEN.resolve(one.name()))) {
            assertThat(written(out))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyElementsOf(written(GOLDEN.resolve(one.name())).stream()
                            .map(file -> file.getFileName().toString().replaceFirst("\\.sha256$", ""))
                            .toList());
        }
    }

    @Test
    void everyFileIsOfACommandThatIsStillRun() throws IOException {
        Set<String> names = cases().map(Case::name).collect(Collectors.toSet());
        assertThat(written(GOLDEN))
                .extracting(file -> file.getFileName().toString().replaceFirst("\\.txt(\\.sha256)?$", ""))
                .isSubsetOf(names);
    }

    private static List<Path> written(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private void hold(String name, String said) throws IOException {
        String text = said.replace(directory.toString(), "DIRECTORY").replace(EXAMPLES, "EXAMPLES");
        boolean bulky = text.length() > MOST_BYTES || name.endsWith(".html");
        Path golden = GOLDEN.resolve(bulky ? name + ".sha256" : name);
        String kept = bulky ? digest(text) + "\n" : text;
        if (WRITES) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, kept);
        }
        assertThat(golden).as("write it with -Dspindle.documents=write").exists();
        assertThat(kept)
                .as("%s differs. If on purpose, write it with -Dspindle.documents=write, and read the difference", name)
                .isEqualTo(Files.readString(golden));
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
