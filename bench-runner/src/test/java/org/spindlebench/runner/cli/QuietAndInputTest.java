package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.console.Quiet;

/** Tests `--quiet`, and results that come from a pipe. */
class QuietAndInputTest {
    private static final InputStream TERMINAL = System.in;

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @AfterEach
    void giveTheTerminalBack() {
        System.setIn(TERMINAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-q", "--quiet"})
    void quietKeepsResultsErrorsAndWarnings(String quiet) throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT + "terasort,ssd,fast,none\n");
        assertThat(session.run("report", "runs.csv", quiet)).isEqualTo(1);
        assertThat(session.out()).contains("terasort");
        assertThat(session.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("warning: "));

        Session refused = new Session(directory);
        assertThat(refused.run("report", "runs.csv", "--confidence", "95", quiet))
                .isEqualTo(2);
        assertThat(refused.err())
                .startsWith("error: --confidence: ")
                .contains("\n    value    95\n")
                .endsWith("1 problem; nothing was written.\n");
    }

    @Test
    void quietDropsProgressAndWhatFollowsItWithoutALineBreak() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream err = Quiet.ifWanted(List.of("run", "-q"), new PrintStream(shown, true, StandardCharsets.UTF_8));
        err.println("Starting ...");
        err.println("  a detail");
        err.println("error: it failed");
        err.println("  because");
        err.println("[1/2] terasort");
        err.println("  because of nothing");
        err.print("\r 50 %");
        assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("error: it failed\n  because\n");
    }

    @Test
    void reportReadsCsvFromAPipe() throws IOException {
        type(Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "-", "--out", "out")).isZero();
        assertThat(session.out()).contains("10 valid runs in 2 cells", "terasort");
        assertThat(directory.resolve("out/report.html")).exists();
    }

    @Test
    void reportReadsRecordsFromAPipe() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isZero();
        type("\n" + Files.readString(directory.resolve("imported/runs.jsonl")));

        Session piped = new Session(directory);
        assertThat(piped.run("report", "-", "--out", "out")).isZero();
        assertThat(piped.out()).contains("10 valid runs in 2 cells");
    }

    @Test
    void compareReadsTwoSetupsFromOnePipe() throws IOException {
        type(Session.HEADER + Session.TERASORT);
        assertThat(session.run("compare", "-:hdd-11", "-:ssd")).isZero();
        assertThat(session.out()).contains("terasort", "1.641");

        type(Session.HEADER + Session.TERASORT);
        assertThat(new Session(directory).run("compare", "-", "-:ssd")).isEqualTo(2);
    }

    @Test
    void aSideThatHoldsSeveralSetupsIsNamedAsItWasWritten() throws IOException {
        type(Session.HEADER + Session.TERASORT);
        assertThat(session.run("compare", "-", "-:ssd")).isEqualTo(2);
        assertThat(session.err()).contains("error: -: holds several setups", "name one, such as -:hdd-11");
    }

    @Test
    void importReadsCsvFromAPipeAndNoOtherFormat() throws IOException {
        type(Session.HEADER + Session.TERASORT);
        assertThat(session.run("import", "csv", "-", "--out", "imported")).isZero();
        assertThat(directory.resolve("imported/stdin.jsonl")).isNotEmptyFile();
        assertThat(session.run("import", "aloja", "-", "--out", "imported")).isEqualTo(2);
        assertThat(session.err()).contains("error: -: standard input is read for csv only");
    }

    @Test
    void anEmptyPipeIsAnErrorWithItsReason() {
        type("");
        assertThat(session.run("report", "-")).isEqualTo(2);
        assertThat(session.err()).contains("error: ", "empty; its first line must name the columns");
    }

    private static void type(String text) {
        System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
