package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory that the probe has made. It contains everything that the probe writes, and is removed with its content.
 */
final class OwnDirectory implements AutoCloseable {
    /**
     * The prefix of the directory's name, which identifies the owner if the directory remains after a power failure.
     */
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

    Path file() {
        return path.resolve("data");
    }

    /** Returns the file for testing whether an operation works. */
    Path trial() {
        return path.resolve("trial");
    }

    /** Starts a program in the directory. The program is ended when the directory is removed. */
    synchronized Process start(ProcessBuilder program) throws IOException {
        if (closed) {
            throw new IOException(path + " has already been removed");
        }
        child = program.directory(path.toFile()).start();
        return child;
    }

    /** Ends the programs that were started in the directory, and removes it with its content. May be called again. */
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
                // A program may have created another file just before it ended.
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

    /** The directories that a probe has made and not yet removed. Thread-safe. */
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
                // The failure can no longer be reported, but the directory's name identifies its owner.
                return;
            }
        }
    }
}
