package org.spindlebench.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The places of one cluster's files. The directory's name is unique and is part of every path below it. It is therefore
 * on the command line of each of the cluster's processes, which are found by it.
 */
record ClusterLayout(Path root) {

    static ClusterLayout create(Path parent) throws IOException {
        String id = "spindle-cluster-" + UUID.randomUUID().toString().substring(0, 8);
        ClusterLayout layout =
                new ClusterLayout(parent.toAbsolutePath().normalize().resolve(id));
        for (Path directory : new Path[] {layout.lib(), layout.logs(), layout.temp(), layout.clientConf()}) {
            Files.createDirectories(directory);
        }
        return layout;
    }

    String id() {
        return root.getFileName().toString();
    }

    /** Returns the directory of links to the jars of the installed Hadoop. */
    Path lib() {
        return root.resolve("lib");
    }

    Path clientConf() {
        return root.resolve("conf");
    }

    Path conf(String daemon) {
        return root.resolve("daemon-conf").resolve(daemon);
    }

    /** Returns the class path entry with the web applications' descriptors, which the published jars leave out. */
    Path webRoot() {
        return root.resolve("web");
    }

    Path data(String name) {
        return root.resolve("data").resolve(name);
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path log(String process) {
        return logs().resolve(process + ".log");
    }

    Path temp() {
        return root.resolve("tmp");
    }

    /** Removes what the daemons stored. Configuration and logs stay, for the analysis of failures. */
    void deleteData() {
        for (Path directory : new Path[] {root.resolve("data"), temp()}) {
            if (Files.exists(directory)) {
                delete(directory);
            }
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
