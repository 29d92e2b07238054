package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.runner.cli.Main.VisibleStream;

/** Names of others with characters that a terminal obeys, or that hide text, leave as question marks. */
class VisibleTextTest {
    private static final String NAME = "s\u009b31mRED\u009d0;pwn\u009c\u202eevil";

    @TempDir
    private Path directory;

    /** Runs a command, and checks all that it printed, and all files below a directory that it wrote. */
    private String run(String written, String... words) throws IOException {
        Session session = new Session(directory);
        session.run(words);
        String printed = session.out() + session.err();
        assertVisible(String.join(" ", words), printed);
        try (Stream<Path> files = Files.walk(Files.createDirectories(directory.resolve(written)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file);
                assertVisible(file.toString(), file.endsWith("report.html") ? withoutScripts(text) : text);
            }
        }
        return printed;
    }

    /** The vendored scripts have no text from outside. */
    private static String withoutScripts(String page) {
        return page.replaceAll("(?s)<script>.*?</script>", "");
    }

    private static void assertVisible(String what, String text) {
        assertThat(text.codePoints().filter(c -> HumanText.isControl(c) && c != '\n' && c != '\t'))
                .as(what)
                .isEmpty();
    }

    @Test
    void namesInRecordsLeaveWithoutControls() throws IOException {
        new MadeRecords(directory.resolve("results"), "c", 8)
                .runs(NAME, "/d", 1, 10, 11, 12, 13)
                .runs("ssd", "/d", 1, 20, 21, 22, 23);

        assertThat(run("report", "report", "results", "--out", "report")).contains("s?31mRED?0;pwn??evil");
        assertThat(directory.resolve("report/report-cells.csv")).content().contains("s?31mRED?0;pwn??evil");
        assertThat(directory.resolve("report/report.md")).content().contains("s?31mRED?0;pwn??evil");
        assertThat(directory.resolve("report/report.html")).content().contains("s?31mRED?0;pwn??evil");
        assertThat(directory.resolve("report/report.json")).content().contains("s\\u009b31mRED");
        run("compared", "compare", "results", "results/c", "--out", "compared");
    }

    @Test
    void namesInFilesThatAreRefusedLeaveWithoutControls() throws IOException {
        Session session = new Session(directory);
        session.write("runs.csv", Session.HEADER + Session.TERASORT + "terasort," + NAME + ",1,none\n");
        session.write("suite.yaml", "name: \"" + NAME + "\"\n" + NAME + ": 1\n");

        assertThat(run("imported", "import", "csv", "runs.csv", "--out", "imported"))
                .contains("s?31mRED?0;pwn??evil");
        assertThat(run("report", "report", "runs.csv", "--where", NAME + "=1")).contains("s?31mRED?0;pwn??evil");
        run("none", "plan", "--suite", "suite.yaml");
        run("none", NAME);
    }

    @Test
    void whateverIsPrintedLeavesWithoutControlsButSpindlesOwn() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new VisibleStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        out.println(NAME);
        out.println((Object) NAME);
        out.print(NAME.toCharArray());
        out.printf("%s%n", NAME);
        out.print('\u009b');
        out.append(NAME).println("\u001b[2J");
        out.print("\r\u001b[K1 of 3 \u001b[32mfaster\u001b[0m\r\u001b[K");

        String shown = "s?31mRED?0;pwn??evil";
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo(String.join("\n", shown, shown, shown + shown, "?" + shown + "?[2J", "")
                        + "\r\u001b[K1 of 3 \u001b[32mfaster\u001b[0m??[K");
        assertThat(List.of(HumanText.visible("a\n\tb\u200e"), HumanText.oneLine("a\r\n\tb\u2066")))
                .containsExactly("a\n\tb?", "a b?");
    }
}
