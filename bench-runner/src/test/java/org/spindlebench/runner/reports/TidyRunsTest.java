package org.spindlebench.runner.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cli.MadeRecords;
import org.spindlebench.runner.cli.Session;

/** Prints runs for other programs, and tries the examples on them. */
class TidyRunsTest {
    private static final Path EXAMPLES = Path.of("..", "docs", "examples", "tidy");

    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void runsOfOtherToolsHaveALineEachWithTheirSettings() throws IOException {
        session.write("runs.csv", """
                job,setup,duration_s,status,started_at,cost_usd,visit,compression,run
                sort,hdd,61.5,ok,2026-03-01T10:00:00Z,1.9,1,none,a
                sort,hdd,,failed,2026-03-01T11:00:00Z,,1,none,b
                sort,ssd,31,ok,2026-03-01T12:00:00Z,1.5,2,=snappy,a
                """);
        assertThat(session.run("report", "runs.csv", "--format", "tidy", "--out", "mine"))
                .isZero();
        assertThat(session.out()).isEqualTo("""
                campaign,run,job,setup,status,started_at,visit,block,compression,setting_run,duration_s,cost_usd
                runs,line-000002,sort,hdd,ok,2026-03-01T10:00:00Z,1,1,none,a,61.5,1.9
                runs,line-000003,sort,hdd,failed,2026-03-01T11:00:00Z,1,1,none,b,,
                runs,line-000004,sort,ssd,ok,2026-03-01T12:00:00Z,2,1,"'=snappy",a,31.0,1.5
                """);
        assertThat(directory.resolve("mine/report.html")).exists();
    }

    @Test
    void onlyTheSelectedRunsArePrinted() throws IOException {
        results();
        assertThat(session.run("report", "results", "--where", "setup=hdd", "--format", "tidy"))
                .isZero();
        List<String> lines = session.out().lines().toList();
        assertThat(lines).hasSize(4);
        int setup = List.of(lines.get(0).split(",", -1)).indexOf("setup");
        assertThat(lines.subList(1, 4)).allMatch(line -> line.split(",", -1)[setup].equals("hdd"));
    }

    @Test
    void theExampleInRShowsTheMedians() throws Exception {
        assumeTrue(output("Rscript", "-e", "invisible(0)") != null, "R is not installed");
        showsTheMedians("Rscript", "medians.R");
    }

    @Test
    void theExampleInPythonShowsTheMedians() throws Exception {
        assumeTrue(output("python3", "-c", "import pandas") != null, "pandas is not installed");
        showsTheMedians("python3", "medians.py");
    }

    private void showsTheMedians(String program, String script) throws Exception {
        results();
        session.run("report", "results", "--format", "tidy");
        Path runs = Files.writeString(directory.resolve("tidy.csv"), session.out());
        assertThat(output(program, EXAMPLES.resolve(script).toString(), runs.toString()))
                .containsPattern("hdd\\s+3(\\.0)?\\s+61\\.5")
                .containsPattern("ssd\\s+3(\\.0)?\\s+31(\\.0)?");
    }

    private void results() throws IOException {
        new MadeRecords(directory.resolve("results"), "results", 6)
                .runs("hdd", "/data/hdd", 1, 60, 61.5, 63)
                .runs("ssd", "/data/ssd", 1, 30, 31, 32);
    }

    /** Returns what a program printed; null if it is not there or failed. */
    private String output(String... command) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Process process;
        try {
            process = new ProcessBuilder(Stream.of(command).toList())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException absent) {
            return null;
        }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("no end within 60 s: " + Arrays.toString(command));
        }
        return process.exitValue() == 0 ? Files.readString(output) : null;
    }
}
