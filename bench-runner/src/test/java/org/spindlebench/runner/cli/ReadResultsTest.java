package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@code report} accepts as a run, a setting and a field, and what it says about anything else. */
class ReadResultsTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void linesThatCannotBeReadAreNamedAndCounted() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT + "terasort,ssd,fast,none\n".repeat(30));
        assertThat(session.run("report", "runs.csv")).isEqualTo(1);
        assertThat(session.err().lines()).hasSize(21).first().asString().contains("runs.csv: line 12", "duration_s");
        assertThat(session.err())
                .contains("30 lines were left out as unreadable", "The exit code is 1; --skip-unreadable makes it 0");
        assertThat(directory.resolve("report/report.html")).exists();
        assertThat(session.run("report", "runs.csv", "--skip-unreadable")).isZero();
    }

    @Test
    void aMisspeltFieldOfWhereIsNamedWithTheNearest() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "runs.csv", "--where", "jobb=terasort"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--where jobb: no run has this field; there are compression, job, setup (did you mean job?)");
        assertThat(session.run("report", "runs.csv", "--where", "job=sort", "--where", "job=grep"))
                .isEqualTo(2);
        assertThat(session.err()).contains("runs.csv fits --where job=sort --where job=grep; job is terasort\n");
    }

    @Test
    void whatTheFileSystemRefusesIsSaidWithTheReason() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("README.md", "a file");
        assertThat(session.run("report", "runs.csv", "--out", "README.md")).isEqualTo(2);
        assertThat(session.err())
                .contains("error: --out: not a directory\n    value    " + directory.resolve("README.md") + "\n");
        assertThat(session.run("import", "csv", "runs.csv", "--out", "README.md/x"))
                .isEqualTo(2);
        assertThat(session.err()).contains("error: --out: this directory cannot be made");
    }

    @Test
    void aColumnWithAValueOfItsOwnInEachLineIsNoSetting() throws IOException {
        StringBuilder rows = new StringBuilder("run,").append(Session.HEADER);
        Session.TERASORT
                .lines()
                .forEach(line ->
                        rows.append(rows.length()).append(',').append(line).append('\n'));
        session.write("runs.csv", rows.toString());

        assertThat(session.run("report", "runs.csv")).isZero();

        assertThat(session.out())
                .contains(
                        "10 valid runs in 2 cells",
                        "terasort: ssd is faster than hdd-11: 1.641x [1.585, 1.698] as fast.");
        assertThat(directory.resolve("report/report.md"))
                .content()
                .contains("(column-not-a-setting): every line of the file has its own value of run");
    }

    @Test
    void settingsOfASweepStayOnesThoughEachLineHasItsOwn() throws IOException {
        session.write(
                "runs.csv", "job,setup,duration_s,size\nsort,hdd,1,1\nsort,hdd,2,2\nsort,hdd,4,4\nsort,hdd,8,8\n");
        assertThat(session.run("report", "runs.csv")).isZero();
        assertThat(session.out()).contains("4 valid runs in 4 cells");
    }

    @Test
    void aSettingCanBeIgnored() throws IOException {
        StringBuilder rows = new StringBuilder("date,").append(Session.HEADER);
        int[] line = {0};
        Session.TERASORT.lines().forEach(row -> rows.append("2026-03-0")
                .append(1 + line[0]++ / 3)
                .append(',')
                .append(row)
                .append('\n'));
        session.write("runs.csv", rows.toString());
        assertThat(session.run("report", "runs.csv")).isZero();
        assertThat(session.out()).contains("10 valid runs in 5 cells", "--ignore date");

        assertThat(session.run("report", "runs.csv", "--ignore", "date")).isZero();
        assertThat(session.out())
                .contains(
                        "10 valid runs in 2 cells",
                        "terasort: ssd is faster than hdd-11: 1.641x [1.585, 1.698] as fast.");
        assertThat(directory.resolve("report/report.md"))
                .content()
                .contains("(setting-ignored): runs count as repeats of one another although they may differ in date");
        assertThat(session.run("report", "runs.csv", "--ignore", "job,date", "--across", "date"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--ignore: jobs and setups are", "--ignore: is in --across or --by, too");
    }
}
