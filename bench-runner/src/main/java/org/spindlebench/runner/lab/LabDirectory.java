package org.spindlebench.runner.lab;

import static java.util.Objects.requireNonNullElseGet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.analysis.document.InvalidDocumentException;

/**
 * The places of a laboratory's files. Everything but the file with its state lies below one directory of its own.
 *
 * @param root the directory, absolute
 */
public record LabDirectory(Path root) {
    /** The usual place of a laboratory. */
    public static final Path DEFAULT = Path.of("/var/tmp/spindle-lab");

    private static final long USUAL_SIZE = 32_000_000_000L;

    /** The most bytes of a Unix socket's path. */
    private static final int LONGEST_SOCKET = 107;

    public LabDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the file that says what the laboratory made. It lies beside the directory, which is made later. */
    public Path state() {
        return root.resolveSibling(root.getFileName() + ".json");
    }

    /**
     * Returns the bytes of all disks together if the user names none: as many as were asked for those that stand,
     * otherwise half of the free space, at most 32 GB.
     */
    public long usualSize() {
        try {
            Optional<LabState> standing = LabState.read(this);
            if (standing.isPresent()) {
                return requireNonNullElseGet(standing.get().size(), () -> standing.get().disks().stream()
                        .mapToLong(EmulatedDisk::size)
                        .sum());
            }
            return Math.min(USUAL_SIZE, free() / 2);
        } catch (IOException | InvalidDocumentException unknown) {
            return USUAL_SIZE;
        }
    }

    /** Returns the free bytes at the directory's place. */
    long free() throws IOException {
        Path there = root;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        return Files.getFileStore(there).getUsableSpace();
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
