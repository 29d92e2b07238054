package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void twoDirectoriesWithTheSameSetupAreToldApartByTheirNames() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after")).isZero();
        assertThat(session.out())
                .contains("terasort: after:default is 0.609x [0.589, 0.631] as fast as before:default");
    }

    @Test
    void aPageOfTheTwoIsWrittenWhereItIsAskedFor() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--out", "changes"))
                .isZero();
        assertThat(session.out()).contains("terasort: after:default is 0.609x");
        assertThat(session.err()).contains("report.html and 14 files beside it");
        assertThat(directory.resolve("changes/report.html"))
                .content()
                .contains("How fast is after:default against before:default?");
    }

    @Test
    void aSlowDownThatTheIntervalProvesEndsWith4() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "5"))
                .isEqualTo(4);
        assertThat(session.err())
                .contains("slower: terasort takes 1.641 times as long, at least 1.585 times, more than 1.050");
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "58"))
                .isEqualTo(4);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "59"))
                .isZero();
        assertThat(session.run("compare", "after", "before", "--fail-if-slower", "0"))
                .isZero();
    }

    @Test
    void aSlowDownThatMayBeChanceEndsWith0() throws IOException {
        results("before", "default", 100.2, 103.5, 98.7, 101.1, 104.9);
        results("after", "default", 103, 100, 104, 99, 107);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "0"))
                .isZero();
        results("single", "default", 1000);
        assertThat(session.run("compare", "before", "single", "--fail-if-slower", "0"))
                .as("a single run proves nothing")
                .isZero();
    }

    @Test
    void aJobWithoutAValidRunDoesNotPass() throws IOException {
        write("before.csv", "terasort,a,10,ok\nterasort,a,11,ok\nwordcount,a,10,ok\nwordcount,a,11,ok\n");
        write("after.csv", "terasort,a,10,ok\nterasort,a,11,ok\nwordcount,a,,failed\n");
        assertThat(session.run("compare", "before.csv", "after.csv", "--fail-if-slower", "5"))
                .isEqualTo(1);
        assertThat(session.err()).contains("not compared: wordcount");
        assertThat(session.run("compare", "before.csv", "after.csv")).isZero();
    }

    @Test
    void setupsOfOneDirectoryAreNamedAfterAColon() throws IOException {
        write("runs.csv", "terasort,hdd,10,ok\nterasort,hdd,11,ok\nterasort,ssd,5,ok\nterasort,ssd,6,ok\n");
        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:ssd")).isZero();
        assertThat(session.out()).contains("terasort: ssd is 1.909x");
        assertThat(session.run("compare", "runs.csv", "runs.csv:nvme")).isEqualTo(2);
        assertThat(session.err())
                .contains("runs.csv: holds several setups", "no run is of setup `nvme`", "allowed  hdd, ssd");
        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:hdd")).isEqualTo(2);
        assertThat(session.err()).contains("base and contender are the same runs");
    }

    @Test
    void twoSetupsOfOneFileAreOfOneCampaign() throws IOException {
        Files.writeString(
                directory.resolve("runs.csv"),
                "job,setup,duration_s,block\nterasort,hdd,10,1\nterasort,ssd,5,1\nterasort,hdd,11,2\nterasort,ssd,6,2\n");

        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:ssd")).isZero();

        assertThat(session.out())
                .contains("4 valid runs in 2 cells; campaign ", "runs.csv/runs\n")
                .doesNotContain("2 campaigns", "not-interleaved");
    }

    @Test
    void linesThatCannotBeReadEndWith1UnlessTheyMay() throws IOException {
        write("before.csv", "terasort,a,10,ok\nterasort,a,11,ok\nterasort,a,fast,ok\n");
        write("after.csv", "terasort,a,10,ok\nterasort,a,11,ok\n");
        assertThat(session.run("compare", "before.csv", "after.csv")).isEqualTo(1);
        assertThat(session.err().lines())
                .filteredOn(line -> line.contains("line 4"))
                .hasSize(1);
        assertThat(session.err()).contains("1 line could not be read and left out");
        assertThat(session.run("compare", "before.csv", "after.csv", "--skip-unreadable"))
                .isZero();
        assertThat(session.run("compare", "before.csv", "after.csv", "--where", "jobb=x"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--where jobb: no run has this field");
    }

    @Test
    void runsThatMayNotBeComparedAreNamedWithTheReason() throws IOException {
        Files.writeString(
                directory.resolve("a.csv"),
                "job,setup,duration_s,compression\nterasort,x,10,none\nterasort,x,11,none\n");
        Files.writeString(
                directory.resolve("b.csv"),
                "job,setup,duration_s,compression\nterasort,x,10,snappy\nterasort,x,11,snappy\n");
        assertThat(session.run("compare", "a.csv", "b.csv")).isEqualTo(2);
        assertThat(session.err())
                .contains("compression (none; snappy)", "--across compression", "nothing was compared.");
        assertThat(session.run("compare", "a.csv", "b.csv", "--across", "compression"))
                .isZero();
    }

    @Test
    void everyMistakeIsInOneReport() {
        assertThat(session.run("compare", "none", "--fail-if-slower", "much", "--confidence", "2"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("needs two results", "--fail-if-slower", "--confidence", "3 problems; nothing was compared.");
    }

    private void results(String name, String setup, double... seconds) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (double value : seconds) {
            rows.append(String.format(Locale.ROOT, "terasort,%s,%s,ok%n", setup, value));
        }
        write("runs.csv", rows.toString());
        assertThat(session.run("import", "csv", "runs.csv", "--out", name)).isZero();
    }

    private void write(String name, String rows) throws IOException {
        Files.writeString(directory.resolve(name), "job,setup,duration_s,status\n" + rows);
    }
}
