package org.spindlebench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.numbers.core.Precision;
import org.apache.commons.numbers.fraction.ContinuedFraction;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.rootfinder.BrentSolver;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Runs the library in a program of its own, which has only Commons Math, Commons Statistics, its parts of Commons
 * Numbers, and Jackson.
 */
class StandAloneTest {
    private static final List<Class<?>> LIBRARIES = List.of(
            Mean.class,
            TDistribution.class,
            Precision.class,
            ContinuedFraction.class,
            Erfc.class,
            BrentSolver.class,
            ObjectMapper.class,
            JsonFactory.class,
            JsonProperty.class,
            CsvMapper.class);

    @TempDir
    Path directory;

    @Test
    void a_program_reads_compares_prices_and_reports() throws Exception {
        Run run = run(classPath(LIBRARIES));
        assertThat(run.output()).as(run.output()).contains("runs.csv: line 15", "terasort        412.2 s", "faster");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(directory.resolve("report.md")).content().contains("cost");
        assertThat(directory.resolve("report.json")).content().contains("\"node_price\"");
    }

    @Test
    void the_same_program_does_not_run_where_a_library_is_missing() throws Exception {
        Run run = run(classPath(without(Erfc.class)));
        assertThat(run.exitCode()).as(run.output()).isNotZero();
        assertThat(run.output()).contains("org/apache/commons/numbers/gamma/");
    }

    @Test
    void no_class_needs_anything_else() {
        assertThat(missing(LIBRARIES)).isEmpty();
    }

    @Test
    void what_a_class_needs_and_is_not_there_is_found() {
        assertThat(missing(without(Erfc.class))).contains("org.apache.commons.numbers.gamma.Erfc");
    }

    /** Returns the output of jdeps, which names classes that are on no path. */
    private static String missing(List<Class<?>> libraries) {
        StringWriter out = new StringWriter();
        int exitCode = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        "--multi-release",
                        "base",
                        "--missing-deps",
                        "-cp",
                        classPath(libraries),
                        place(RunRecord.class));
        assertThat(exitCode).as(out.toString()).isZero();
        return out.toString();
    }

    private record Run(int exitCode, String output) {}

    private Run run(String classPath) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                resource("StandAlone.java"),
                resource("examples/runs.csv"),
                directory.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output));
    }

    private static List<Class<?>> without(Class<?> library) {
        List<Class<?>> others = new ArrayList<>(LIBRARIES);
        others.remove(library);
        return others;
    }

    private static String classPath(List<Class<?>> libraries) {
        return Stream.concat(Stream.of(RunRecord.class), libraries.stream())
                .map(StandAloneTest::place)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the jar or directory that a class was loaded from. */
    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static String resource(String name) {
        try {
            return Path.of(StandAloneTest.class.getResource(name).toURI()).toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
