package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory that the probe made itself. It holds everything that the probe writes, and is removed with its content.
 */
final class OwnDirectory implements AutoCloseable {
    /** The name shows the owner to people who find a directory after a power failure. */
    static final String PREFIX = "spindle-devices-";

    private static final int TRIES = 5;

    private final Path path;
    private Process child;
    private boolean closed;

    private OwnDirectory(Path path) {
        this.path = path;
    }

    static OwnDirectory in(Path parent) throws IOException {
        return new OwnDirectory(Files.createTempDirectory(parent, PREFIX));
    }

    Path path() {
        return path;
    }

    /** Returns the file that is measured. */
    Path file() {
        return path.resolve("data");
    }

    /** Returns the file for trying whether an operation works. */
    Path trial() {
        return path.resolve("trial");
    }

    /** Starts a program within the directory; it is ended when the directory is removed. */
    synchronized Process start(ProcessBuilder program) throws IOException {
        if (closed) {
            throw new IOException(path + " is removed already");
        }
        child = program.directory(path.toFile()).start();
        return child;
    }

    /** Ends the programs that were started there and removes the directory with its content. May be called again. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (child != null) {
            child.destroyForcibly();
        }
        for (int i = 1; Files.exists(path); i++) {
            try {
                remove();
            } catch (DirectoryNotEmptyException e) {
                // A program that was just ended may have made one more file.
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    private void remove() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                Files.deleteIfExists(entry);
            }
        }
        Files.deleteIfExists(path);
    }

    /** The directories that a probe has made and not removed yet. Thread-safe. */
    static final class OwnDirectories {
        private final List<OwnDirectory> open = new ArrayList<>();
        private boolean ended;

        synchronized OwnDirectory make(Path parent) throws IOException {
            if (ended) {
                throw new IOException("the probe was stopped");
            }
            OwnDirectory made = OwnDirectory.in(parent);
            open.add(made);
            return made;
        }

        void remove(OwnDirectory directory) throws IOException {
            directory.close();
            synchronized (this) {
                open.remove(directory);
            }
        }

        /** Removes all directories and refuses new ones. A directory that cannot be removed stays. */
        void end() {
            List<OwnDirectory> left;
            synchronized (this) {
                ended = true;
                left = new ArrayList<>(open);
            }
            left.forEach(this::removeIfPossible);
        }

        private void removeIfPossible(OwnDirectory directory) {
            try {
                remove(directory);
            } catch (IOException stays) {
                // There is no one left to tell. The directory's name shows its owner.
                return;
            }
        }
    }
}
