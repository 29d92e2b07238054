package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.SpeedUp;

/** {@code docs/troubleshooting.md} has every warning's code and no other. Whoever adds a code adds its entry. */
class WarningsDocumentTest {
    private static final Path ROOT = Path.of("..");
    private static final String CODE = "\"([a-z]+(?:-[a-z]+)*)\"";

    /** Matches calls whose first argument is a code, in sources that make warnings. */
    private static final Pattern LITERAL =
            Pattern.compile("(?:new Warning|CellWarning\\.of|\\badd|\\bwhere)\\(\\s*" + CODE + "\\s*,");

    private static final Pattern BY_NAME = Pattern.compile("new Warning\\(\\s*((?:\\w+\\.)*\\w+)\\s*,");
    private static final Pattern CHECK = Pattern.compile("`([^`]+)`");
    private static final Pattern CONSTANT = Pattern.compile("String (\\w+) =\\s*" + CODE + ";");

    /** The argument of methods that pass on the code they were called with. */
    private static final String HANDED_ON = "code";

    private final Map<String, String> sources = new TreeMap<>();

    @Test
    void theListHasEveryCodeAndNoOther() throws IOException {
        List<String> documented = documented();

        assertThat(documented).doesNotHaveDuplicates().isSorted();
        assertThat(new TreeSet<>(documented)).isEqualTo(ofSources());
    }

    @Test
    void everyEntrySaysWhenAndWhatToDo() throws IOException {
        assertThat(entries()).hasSizeGreaterThan(50).allSatisfy(entry -> assertThat(
                        entry.substring(entry.indexOf("`: ") + 3).split(" \\*\\*Do:\\*\\* "))
                .hasSize(2)
                .allSatisfy(part -> assertThat(part).hasSizeGreaterThan(10).endsWith(".")));
    }

    @Test
    void everyCheckThatIsNamedExists() throws IOException {
        read();
        List<String> named = items("## Invalid runs").stream()
                .flatMap(entry -> all(CHECK, entry.split("`:", 2)[0] + "`"))
                .map(match -> match.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThan(10).allMatch(name -> sources.values().stream()
                .anyMatch(text -> text.contains("\"" + name)));
    }

    /** Returns the entries of the section on warnings, each as one line. */
    private static List<String> entries() throws IOException {
        return items("## Warnings");
    }

    private static List<String> items(String heading) throws IOException {
        String text = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
        String section = text.substring(text.indexOf("\n" + heading + "\n") + heading.length() + 2);
        section = section.contains("\n## ") ? section.substring(0, section.indexOf("\n## ")) : section;
        return section.replace("\n  ", " ")
                .lines()
                .filter(line -> line.startsWith("- `"))
                .toList();
    }

    private static List<String> documented() throws IOException {
        return entries().stream()
                .map(entry -> entry.replaceFirst("- `([^`]*)`.*", "$1"))
                .toList();
    }

    private Set<String> ofSources() throws IOException {
        read();
        Set<String> codes = new TreeSet<>();
        // If a comparison has no interval, the reason is the warning's code.
        Arrays.stream(SpeedUp.IntervalBasis.values())
                .filter(basis -> basis != SpeedUp.IntervalBasis.INTERVAL)
                .forEach(basis -> codes.add(basis.word()));
        sources.forEach((file, text) -> {
            // In other sources, a call of `add` has nothing to do with warnings.
            if (!text.contains("Warning(") && !text.contains("CellWarning")) {
                return;
            }
            all(LITERAL, text).forEach(match -> codes.add(match.group(1)));
            all(BY_NAME, text)
                    .map(match -> match.group(1))
                    .filter(name -> !name.equals(HANDED_ON))
                    .forEach(name -> codes.add(constant(file, name)));
        });
        return codes;
    }

    private void read() throws IOException {
        for (String module : List.of("bench-analysis", "bench-runner")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> sources.put(file.toString(), text(file)));
            }
        }
        assertThat(sources.keySet()).anyMatch(file -> file.endsWith("/RunProofs.java"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the value of a constant such as CODE or Other.CODE. */
    private String constant(String file, String name) {
        int point = name.lastIndexOf('.');
        Pattern type = Pattern.compile("(?:class|record|enum|interface) "
                + name.substring(name.lastIndexOf('.', point - 1) + 1, Math.max(point, 0)) + "\\b");
        return sources.entrySet().stream()
                .filter(entry -> point < 0
                        ? entry.getKey().equals(file)
                        : type.matcher(entry.getValue()).find())
                .flatMap(entry -> all(CONSTANT, entry.getValue()))
                .filter(match -> match.group(1).equals(name.substring(point + 1)))
                .map(match -> match.group(2))
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        file + ": give the code of the warning as a literal or a constant, not as " + name));
    }

    private static Stream<MatchResult> all(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results();
    }
}
