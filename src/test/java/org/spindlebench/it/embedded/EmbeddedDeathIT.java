package org.spindlebench.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.JvmFlags;

/**
 * Kills the program around an embedded cluster while a job runs, and checks what is left. {@code KillAndResumeIT} does
 * this with the real client in every build.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class EmbeddedDeathIT {

    private static final Duration CONTAINERS_UP = Duration.ofMinutes(3);
    private static final Duration ALL_GONE = Duration.ofSeconds(30);

    @TempDir
    Path temp;

    @Test
    @Timeout(300)
    void aKilledClientLeavesNoJvmAndNoFileBehind() throws Exception {
        Path work = Files.createDirectory(temp.resolve("work"));
        Path local = Files.createDirectory(temp.resolve("local"));
        Process client = startClient(work, local);
        try {
            String id = idOf(client);
            assertThat(becomes(() -> containersOf(id) >= 2, CONTAINERS_UP))
                    .as("an ApplicationMaster and a task run")
                    .isTrue();

            client.destroyForcibly().waitFor();

            assertThat(becomes(() -> processesOf(id).isEmpty() && isEmpty(work) && isEmpty(local), ALL_GONE))
                    .as("left after %s: processes %s, in %s: %s", ALL_GONE, processesOf(id), work, entries(work))
                    .isTrue();
        } finally {
            client.destroyForcibly();
        }
    }

    private static Process startClient(Path work, Path local) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g"));
        command.addAll(List.of(JvmFlags.SMALL.split(" ")));
        command.addAll(List.of(JvmFlags.ofHadoop().split(" ")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LongJobClient.class.getName()));
        command.addAll(List.of(work.toString(), local.toString()));
        return new ProcessBuilder(command)
                .directory(work.getParent().toFile())
                .redirectError(work.resolveSibling("client.err").toFile())
                .start();
    }

    /** Returns the id, which the client prints when the cluster is up. */
    private static String idOf(Process client) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.startsWith(LongJobClient.ID)) {
            line = out.readLine();
        }
        assertThat(line).as("the client starts a cluster").isNotNull();
        return line.substring(LongJobClient.ID.length());
    }

    private static long containersOf(String id) {
        return processesOf(id).stream()
                .filter(line -> line.contains("YarnChild") || line.contains("MRAppMaster"))
                .count();
    }

    /** Returns the command lines that contain the cluster's id, which is also part of its work directory's name. */
    private static List<String> processesOf(String id) {
        File[] entries = new File("/proc").listFiles((dir, name) -> name.chars().allMatch(Character::isDigit));
        return Stream.of(entries == null ? new File[0] : entries)
                .map(EmbeddedDeathIT::commandLine)
                .filter(line -> line.contains(id))
                .toList();
    }

    private static String commandLine(File process) {
        try {
            return Files.readString(process.toPath().resolve("cmdline")).replace('\0', ' ');
        } catch (IOException e) {
            // The process has ended meanwhile.
            return "";
        }
    }

    private static boolean isEmpty(Path dir) {
        return entries(dir).isEmpty();
    }

    private static List<Path> entries(Path dir) {
        try (Stream<Path> entries = Files.list(dir)) {
            return entries.toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean becomes(BooleanSupplier condition, Duration limit) throws InterruptedException {
        Instant end = Instant.now().plus(limit);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            Thread.sleep(200);
        }
        return true;
    }
}
