package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.setup.Restoration.RestoreFailedException;

/** A killed client leaves a note of what it changed, and a later client changes it back. */
class KilledClientTest {
    @TempDir
    Path directory;

    /** Runs as the client: applies a setup, and stays. */
    public static void main(String[] args) throws Exception {
        Shell shell = new Shell(Path.of(args[0]));
        ChangedCluster changed = shell.begin(shell.commands(args[1], "true", shell.says("restored")));
        changed.apply();
        Files.writeString(Path.of(args[0], "applied"), "");
        Thread.sleep(TimeUnit.MINUTES.toMillis(2));
    }

    private void killAfter(String apply, String file) throws Exception {
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledClientTest.class.getName(),
                        directory.toString(),
                        apply)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("client.log").toFile())
                .start();
        try {
            long begin = System.nanoTime();
            while (!Files.exists(directory.resolve(file))) {
                assertThat(client.isAlive())
                        .as(() -> "the client " + directory.resolve("client.log"))
                        .isTrue();
                assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.MINUTES.toNanos(1));
                Thread.sleep(50);
            }
        } finally {
            client.destroyForcibly().waitFor();
        }
    }

    private void restore() throws Exception {
        Path root = directory.resolve("quick-1");
        new Restoration(root, (before, lately) -> List.of(), line -> {})
                .run(PendingRestore.of(root).orElseThrow());
    }

    @Test
    void whatItChangedIsChangedBackByALaterClient() throws Exception {
        killAfter("true", "applied");
        assertThat(PendingRestore.campaigns(directory)).containsExactly(directory.resolve("quick-1"));
        restore();
        assertThat(Files.readAllLines(directory.resolve("cluster"))).last().isEqualTo("restored");
        assertThat(PendingRestore.campaigns(directory)).isEmpty();
    }

    @Test
    void aCommandThatOutlivesItIsNotDisturbed() throws Exception {
        // The command waits before it makes the file, so that the client has saved its process id by then.
        killAfter("sleep 3; touch '" + directory.resolve("begun") + "'; sleep 120", "begun");
        PendingRestore due = PendingRestore.of(directory.resolve("quick-1")).orElseThrow();
        ProcessHandle apply = ProcessHandle.of(due.command().pid()).orElseThrow();
        try {
            assertThatThrownBy(this::restore)
                    .isInstanceOf(RestoreFailedException.class)
                    .hasMessageContaining("a command of an earlier client still changes the cluster (process "
                            + due.command().pid());
        } finally {
            apply.descendants().forEach(ProcessHandle::destroyForcibly);
            apply.destroyForcibly();
        }
        apply.onExit().get(10, TimeUnit.SECONDS);
        restore();
        assertThat(PendingRestore.campaigns(directory)).isEmpty();
    }
}
