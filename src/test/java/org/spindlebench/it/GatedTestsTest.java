package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the table of gated tests with the tests. */
class GatedTestsTest {
    private static final Path TABLE = ReadmeCommands.ROOT.resolve("build/gated-tests.tsv");
    private static final List<String> SOURCES = List.of(
            "src/test/java",
            "bench-jobs/src/test/java",
            "bench-analysis/src/test/java",
            "bench-runner/src/test/java",
            "bench-handover/src/test/java",
            "bench-lab/src/test/java",
            "bench-site/src/test/java");
    private static final Pattern GATE = Pattern.compile("@EnabledIfSystemProperty\\(\\s*named = \"([^\"]+)\"");
    private static final Pattern ASSUMPTION = Pattern.compile("\\bassume(True|False|That)\\(");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public |final |abstract )*class (\\w+)");
    /** A member of a class with its annotations, up to the next one. The formatter sets the indentation. */
    private static final Pattern TEST = Pattern.compile(
            "(?ms)^((?: {4}@[^\n]*\n(?: {5,}[^\n]*\n| {4}\\}[^\n]*\n)*)+) {4}[\\w<][^\n(]* (\\w+)\\((?:[^{]*\\{\\}$|.*?^ {4}\\}$)");

    private static final Pattern IS_TEST = Pattern.compile("(?m)^ {4}@\\w*(Test|TestFactory|TestTemplate)\\b");
    private static final Pattern PROFILE = Pattern.compile("(?s)<profile>\\s*<id>([^<]+)</id>(.*?)</profile>");
    private static final Pattern SWITCH = Pattern.compile("<(spindle\\.[\\w.]+)>true</");

    /**
     * A test that not every build runs.
     *
     * @param gates the system properties that it demands
     * @param assumes whether it, or what prepares it, looks for something on the machine
     */
    record Found(String name, Set<String> gates, boolean assumes) {}

    /** A line of the table. */
    record Line(String test, String profiles, String needs, String seconds, String commit, String note) {
        static Line of(String text) {
            String[] fields = text.split("\t", -1);
            assertThat(fields).as(text).hasSize(6).allSatisfy(field -> assertThat(field)
                    .isNotBlank());
            return new Line(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
        }

        Set<String> list(Function<Line, String> column) {
            return column.apply(this).equals("-")
                    ? Set.of()
                    : new TreeSet<>(List.of(column.apply(this).split(",")));
        }
    }

    @Test
    void everyGatedTestIsInTheTableWithItsProfiles() throws IOException {
        Map<String, String> switches = switches();
        Map<String, String> demanded = new TreeMap<>();
        for (Found test : found().values()) {
            if (!test.gates().isEmpty()) {
                demanded.put(test.name(), profiles(test.gates(), switches));
            }
        }
        Map<String, String> written = new TreeMap<>();
        for (Line line : lines()) {
            if (isGated(line)) {
                written.put(line.test(), line.profiles());
            }
        }
        assertThat(demanded).hasSizeGreaterThan(100);
        assertThat(written).isEqualTo(demanded);
    }

    /** What a test looks for on the machine is among its needs, as is a property that no profile sets. */
    @Test
    void everyTestHasItsNeedsInTheTable() throws IOException {
        Map<String, String> switches = switches();
        Map<String, Found> found = found();
        for (Line line : lines()) {
            Found test = found.get(line.test());
            assertThat(test).as(line.test() + " is a test").isNotNull();
            Set<String> properties = line.list(Line::needs).stream()
                    .filter(need -> need.startsWith("-D"))
                    .collect(Collectors.toSet());
            assertThat(properties)
                    .as(line.test())
                    .isEqualTo(test.gates().stream()
                            .filter(gate -> !switches.containsKey(gate))
                            .map(gate -> "-D" + gate)
                            .collect(Collectors.toSet()));
            assertThat(line.list(Line::needs).size() > properties.size())
                    .as(line.test() + " looks for something on the machine, which its needs name")
                    .isEqualTo(test.assumes());
        }
    }

    /** A build where such a test is skipped fails only after all others have run. */
    @Test
    void everyTestThatLooksForSomethingOnTheMachineIsInTheTable() throws IOException {
        Set<String> lines = lines().stream().map(Line::test).collect(Collectors.toSet());
        assertThat(found().values().stream()
                        .filter(Found::assumes)
                        .map(Found::name)
                        // Its sources made up for a test contain an assumption.
                        .filter(name -> !name.startsWith("GatedTestsTest#")))
                .hasSizeGreaterThan(20)
                .isSubsetOf(lines);
    }

    @Test
    void everyLineSaysWhenTheTestWasGreenOrWhyNot() throws IOException {
        assertThat(lines()).extracting(Line::test).doesNotHaveDuplicates();
        assertThat(lines()).filteredOn(GatedTestsTest::isGated).allSatisfy(line -> {
            assertThat(line.seconds()).as(line.test()).matches("\\d+|-");
            assertThat(line.commit()).as(line.test()).matches("[0-9a-f]{8}|-");
            assertThat(line.commit() + line.note())
                    .as(line.test() + " has a commit or a note")
                    .isNotEqualTo("--");
            assertThat(line.note()).as(line.test()).isNotEqualTo("not in turn:");
        });
    }

    @Test
    void gatesOfClassesAndMethodsAreFound() {
        String source = """
                @EnabledIfSystemProperty(named = "a", matches = "true")
                class AnyIT {
                    @BeforeEach
                    void prepare() {
                        look();
                    }

                    @Test
                    void first() {}

                    @ParameterizedTest
                    @CsvSource({
                        "1"
                    })
                    @EnabledIfSystemProperty(
                            named = "b", matches = ".+")
                    void second(
                            int number)
                            throws Exception {
                        assumeTrue(number > 0);
                    }
                }
                """;
        assertThat(in(source))
                .containsExactly(
                        new Found("AnyIT#first", Set.of("a"), false),
                        new Found("AnyIT#second", Set.of("a", "b"), true));
        assertThat(in(source.replace("look();", "assumeThat(root).isTrue();"))).allMatch(Found::assumes);
    }

    private static boolean isGated(Line line) {
        return !line.profiles().equals("-") || line.needs().startsWith("-D");
    }

    private static String profiles(Set<String> gates, Map<String, String> switches) {
        String profiles =
                gates.stream().filter(switches::containsKey).map(switches::get).collect(Collectors.joining(","));
        return profiles.isEmpty() ? "-" : profiles;
    }

    /** Returns the profile that sets each property. */
    private static Map<String, String> switches() throws IOException {
        Map<String, String> switches = new TreeMap<>();
        for (MatchResult profile : PROFILE.matcher(Files.readString(ReadmeCommands.ROOT.resolve("pom.xml")))
                .results()
                .toList()) {
            SWITCH.matcher(profile.group(2))
                    .results()
                    .forEach(property -> switches.put(property.group(1), profile.group(1)));
        }
        assertThat(switches).containsEntry("spindle.it.long", "long").hasSizeGreaterThan(4);
        return switches;
    }

    private static List<Line> lines() throws IOException {
        return Files.readAllLines(TABLE).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Line::of)
                .toList();
    }

    private static Map<String, Found> found() throws IOException {
        Map<String, Found> all = new TreeMap<>();
        for (String directory : SOURCES) {
            try (Stream<Path> files = Files.walk(ReadmeCommands.ROOT.resolve(directory))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    for (Found test : in(Files.readString(file))) {
                        assertThat(all.put(test.name(), test)).as(test.name()).isNull();
                    }
                }
            }
        }
        return all;
    }

    /** Returns the tests of a source. An assumption outside them counts for all of them. */
    private static List<Found> in(String source) {
        MatchResult type = TYPE.matcher(source).results().findFirst().orElse(null);
        if (type == null) {
            return List.of();
        }
        Set<String> ofClass = gates(source.substring(0, type.start()));
        List<MatchResult> tests = TEST.matcher(source)
                .results()
                .filter(test -> IS_TEST.matcher(test.group(1)).find())
                .toList();
        String others = source;
        for (MatchResult test : tests) {
            others = others.replace(test.group(), "");
        }
        boolean all = ASSUMPTION.matcher(others).find();
        List<Found> found = new ArrayList<>();
        for (MatchResult test : tests) {
            Set<String> gates = gates(test.group(1));
            gates.addAll(ofClass);
            found.add(new Found(
                    type.group(1) + "#" + test.group(2),
                    gates,
                    all || ASSUMPTION.matcher(test.group()).find()));
        }
        return found;
    }

    private static Set<String> gates(String annotations) {
        return GATE.matcher(annotations)
                .results()
                .map(gate -> gate.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
