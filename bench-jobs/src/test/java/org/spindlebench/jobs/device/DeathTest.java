package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.IoTask.Operation;

/** Checks a probe whose JVM ends while it measures. */
class DeathTest {
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    Path directory;

    /** Measures a given directory for longer than a test waits. */
    static final class Endless {
        private Endless() {}

        public static void main(String[] args) throws Exception {
            ProbeSettings settings = Probed.small().build();
            Engine engine = new EndlessReads(new OwnEngine(7));
            Probed.run(new DeviceProbe(settings, engine, EnumSet.noneOf(Access.class)), Paths.get(args[0]));
        }
    }

    /** Does not end a read. */
    private record EndlessReads(Engine engine) implements Engine {
        @Override
        public String name() {
            return engine.name();
        }

        @Override
        public String refusal(OwnDirectory in, List<Integer> blocks) throws IOException, InterruptedException {
            return engine.refusal(in, blocks);
        }

        @Override
        public IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
                throws IOException, InterruptedException {
            if (work.operation() == Operation.READ) {
                new CountDownLatch(1).await();
            }
            return engine.run(work, stream, in, access, deadline);
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
    void killed_it_leaves_no_file_of_its_own_and_the_next_probe_removes_the_directory() throws Exception {
        Process probe = begin();
        assertThat(DeviceProbe.left(List.of(directory.toString()), true))
                .as("a probe that lives")
                .isEmpty();
        probe.destroyForcibly();

        assertThat(probe.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(names()).hasSize(2).contains("mine");
        String own = names().stream()
                .filter(name -> !name.equals("mine"))
                .findFirst()
                .orElseThrow();
        assertThat(own).startsWith(OwnDirectory.PREFIX);
        assertThat(directory.resolve(own))
                .isDirectoryNotContaining(file -> file.toFile().length() > 0);

        Probed.run(Probed.small(), directory);
        assertThat(names()).containsExactly("mine");
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
        while (!hasWritten(probe)) {
            assertThat(probe.isAlive() && System.nanoTime() < end)
                    .as("it measures")
                    .isTrue();
            Thread.sleep(50);
        }
        return probe;
    }

    /** Checks whether the probe has written its file, which has no name. */
    private boolean hasWritten(Process probe) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(probe.pid()), "fd"))) {
            return open.anyMatch(this::isWritten);
        } catch (UncheckedIOException changing) {
            return false;
        }
    }

    private boolean isWritten(Path link) {
        try {
            String file = Files.readSymbolicLink(link).toString();
            return file.startsWith(directory.toRealPath() + "/" + OwnDirectory.PREFIX)
                    && file.endsWith("/data (deleted)")
                    && Files.size(link) == Probed.FILE;
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
