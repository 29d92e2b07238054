package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.console.CliContext;

class UnexpectedEndTest {
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    Path directory;

    /** A program whose cluster fails unexpectedly, and which leaves a thread that never ends. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            Main.runAndExit(args, action -> fail(args[args.length - 1]), () -> CliContext.ofThisProcess(Map.of()));
        }

        private static int fail(String how) {
            new Thread(Failing::never, "left behind").start();
            if (how.endsWith("memory")) {
                throw new OutOfMemoryError("Java heap space");
            }
            if (how.endsWith("damaged")) {
                throw new InvalidDocumentException("calibration.json: of schema 9");
            }
            throw new IllegalStateException("a damaged calibration.json");
        }

        private static void never() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void whatNobodyThoughtOfIsASentenceALogAndAnExitCodeOfItsOwn() throws IOException, InterruptedException {
        String err = ended("clean", "--base-dir", "/bench");

        assertThat(err)
                .contains("error: Spindle ended because of an unexpected error: java.lang.IllegalStateException:"
                        + " a damaged calibration.json")
                .doesNotContain("\tat ");
        Matcher log = Pattern.compile("The details are in (\\S+\\.log);").matcher(err);
        assertThat(log.find()).isTrue();
        assertThat(Path.of(log.group(1)))
                .content()
                .startsWith("Spindle ")
                .contains("arguments: [clean, --base-dir, /bench]", "a damaged calibration.json", "\tat ");
    }

    @Test
    void tooLittleMemoryHasARemedy() throws IOException, InterruptedException {
        assertThat(ended("clean", "--base-dir", "memory"))
                .contains("SPINDLE_JAVA_OPTS=-Xmx4g")
                .doesNotContain("\tat ");
    }

    @Test
    void aDocumentThatIsDamagedSpeaksForItself() throws IOException, InterruptedException {
        assertThat(ended("clean", "--base-dir", "damaged"))
                .startsWith("error: calibration.json: of schema 9\nThe details are in ");
    }

    /** Runs the program, which must end with the exit code although a thread is left; returns its standard error. */
    private String ended(String... arguments) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Failing.class.getName());
        builder.command().addAll(List.of(arguments));
        Process jvm = builder.redirectError(err.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(jvm.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(jvm.exitValue()).isEqualTo(70);
        } finally {
            jvm.destroyForcibly();
        }
        return Files.readString(err, StandardCharsets.UTF_8);
    }
}
