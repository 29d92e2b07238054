package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks a probe whose JVM ends while it measures. */
class DeathTest {
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    Path directory;

    /** Measures a given directory for longer than a test waits. */
    static final class Endless {
        private Endless() {}

        public static void main(String[] args) throws Exception {
            Probed.run(Probed.small().requests(Long.MAX_VALUE), Paths.get(args[0]));
        }
    }

    @Test
    void told_to_end_it_removes_its_directory() throws Exception {
        Process probe = begin();
        probe.destroy();

        assertThat(probe.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(names()).containsExactly("mine");
    }

    @Test
    void killed_it_leaves_its_own_directory_and_nothing_else() throws Exception {
        Process probe = begin();
        probe.destroyForcibly();

        assertThat(probe.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(names()).hasSize(2).contains("mine").anyMatch(name -> name.startsWith(OwnDirectory.PREFIX));
        assertThat(directory.resolve("mine")).hasContent("precious");
    }

    /** Starts a probe, and returns when it has written its file. */
    private Process begin() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("mine"), "precious");
        Process probe = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!hasWritten()) {
            assertThat(probe.isAlive() && System.nanoTime() < end)
                    .as("it measures")
                    .isTrue();
            Thread.sleep(50);
        }
        return probe;
    }

    private boolean hasWritten() throws IOException {
        for (String name : names()) {
            Path file = directory.resolve(name).resolve("data");
            if (Files.exists(file) && Files.size(file) == Probed.FILE) {
                return true;
            }
        }
        return false;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
