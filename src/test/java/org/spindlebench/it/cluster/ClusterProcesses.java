package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The live processes that have a cluster's unique name on their command line, whatever their parent is by now. They are
 * daemons, clients, and the containers' shells and JVMs, whose directories contain the name.
 */
final class ClusterProcesses {
    private static final Set<String> PROGRAMS = Set.of("java", "bash", "sh", "setsid", "nice");

    private final String id;

    ClusterProcesses(String id) {
        this.id = id;
    }

    List<ProcessHandle> live() {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(handle -> handle.pid() != self && handle.isAlive() && isOurs(commandLine(handle)))
                .toList();
    }

    long count() {
        return live().size();
    }

    /** Counts the JVMs of tasks and ApplicationMasters, which a NodeManager started. */
    long containerJvms() {
        return live().stream()
                .map(ClusterProcesses::commandLine)
                .filter(words -> program(words).equals("java")
                        && String.join(" ", words).contains("-Dyarn.app.container.log.dir="))
                .count();
    }

    /**
     * Returns JVMs with this text on their command line, such as a main class. Their shells, whose command lines have
     * the same words, do not count.
     */
    List<ProcessHandle> jvmsWith(String text) {
        return live().stream()
                .filter(handle -> {
                    List<String> words = commandLine(handle);
                    return program(words).equals("java") && words.stream().anyMatch(word -> word.contains(text));
                })
                .toList();
    }

    /** Kills the remaining processes until there are none. */
    void killAll(long milliseconds) throws InterruptedException {
        long deadline = System.nanoTime() + milliseconds * 1_000_000;
        List<ProcessHandle> left = live();
        while (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("still alive: " + left);
            }
            Thread.sleep(50);
            left = live();
        }
    }

    private boolean isOurs(List<String> words) {
        return PROGRAMS.contains(program(words)) && words.stream().anyMatch(word -> word.contains(id));
    }

    /** Returns an empty text if the process has ended since it was seen. */
    private static String program(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        return first.substring(first.lastIndexOf('/') + 1);
    }

    /** Reads /proc, because the JDK hides the arguments of a command line longer than a page. */
    private static List<String> commandLine(ProcessHandle handle) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(handle.pid()), "cmdline"));
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> List.of(line.split("\0")).stream())
                    .toList();
        } catch (IOException e) {
            // The process has ended meanwhile.
            return List.of();
        }
    }
}
