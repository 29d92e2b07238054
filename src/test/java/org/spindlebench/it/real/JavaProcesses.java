package org.spindlebench.it.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.it.cluster.ProcessCluster;

/** JVMs that run on a cluster. */
final class JavaProcesses {
    private JavaProcesses() {}

    /** Those of a main class; their shells, which carry the same words, are none. */
    static List<ProcessHandle> of(ProcessCluster cluster, String mainClass) {
        return cluster.liveProcesses().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .filter(process -> commandLine(process).contains(mainClass))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }
}
