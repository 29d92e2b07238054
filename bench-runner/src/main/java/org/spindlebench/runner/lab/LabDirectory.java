package org.spindlebench.runner.lab;

import java.nio.file.Path;

/**
 * The places of a laboratory's files. Everything but the file with its state lies below one directory of its own.
 *
 * @param root the directory, absolute
 */
public record LabDirectory(Path root) {
    /** The usual place of a laboratory. */
    public static final Path DEFAULT = Path.of("/var/tmp/spindle-lab");

    /** The most bytes of a Unix socket's path. */
    private static final int LONGEST_SOCKET = 107;

    public LabDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the file that says what the laboratory made. It lies beside the directory, which is made later. */
    public Path state() {
        return root.resolveSibling(root.getFileName() + ".json");
    }

    /** Returns where a disk is mounted. */
    public Path mount(String disk) {
        return root.resolve("mnt").resolve(disk);
    }

    Path backing(String disk) {
        return root.resolve("backing").resolve(disk);
    }

    Path socket(String disk) {
        return root.resolve("socket").resolve(disk);
    }

    /** Returns the file by which nbdfuse presents a disk. */
    Path presented(String disk) {
        return root.resolve("nbd").resolve(disk);
    }

    Path control() {
        return root.resolve("control");
    }

    Path daemonLog() {
        return root.resolve("daemon.log");
    }

    boolean isTooLong(String disk) {
        return socket(disk).toString().length() > LONGEST_SOCKET;
    }
}
