package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The live processes that carry a cluster's unique name on their command line: daemons, clients and, through their directories, the containers' shells and
 * JVMs, whoever is their parent by now.
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

    /** JVMs of tasks and ApplicationMasters: what a NodeManager started. */
    long containerJvms() {
        return live().stream()
                .map(ClusterProcesses::commandLine)
                .filter(words -> program(words).equals("java")
                        && String.join(" ", words).contains("-Dyarn.app.container.log.dir="))
                .count();
    }

    /** JVMs with this on their command line, such as a main class; their shells, which carry the same words, are none. */
    List<ProcessHandle> jvmsWith(String text) {
        return live().stream()
                .filter(handle -> {
                    List<String> words = commandLine(handle);
                    return program(words).equals("java") && words.stream().anyMatch(word -> word.contains(text));
                })
                .toList();
    }

    /** Kills what is left, until nothing is. */
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

    /** Empty of one that has ended since it was seen. */
    private static String program(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        return first.substring(first.lastIndexOf('/') + 1);
    }

    /** Read from /proc, because the JDK hides the arguments of a command line longer than a page. */
    private static List<String> commandLine(ProcessHandle handle) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(handle.pid()), "cmdline"));
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> List.of(line.split("\0")).stream())
                    .toList();
        } catch (IOException e) {
            // It has ended meanwhile.
            return List.of();
        }
    }
}
