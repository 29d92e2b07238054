package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory that the probe has made. It contains everything that the probe writes, and is removed with its content.
 *
 * <p>The probe locks a file in it. The kernel releases the lock when the probe's process ends, for any reason, so that
 * a later probe recognises abandoned directories.
 */
final class OwnDirectory implements AutoCloseable {
    /**
     * The prefix of the directory's name, which identifies the owner if the directory remains after a power failure.
     */
    static final String PREFIX = "spindle-devices-";

    private static final String FILE = "data";
    private static final String TRIAL = "trial";
    private static final String LOCK = "lock";
    private static final int TRIES = 5;

    /** The directories of this process. Closing a second stream of their locked files would release the locks. */
    private static final Set<Path> HERE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;
    private FileChannel nameless;
    private Path file;
    private Process child;
    private boolean closed;

    private OwnDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
        this.file = path.resolve(FILE);
    }

    static OwnDirectory in(Path parent) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            Path path = Files.createTempDirectory(parent.toRealPath(), PREFIX);
            HERE.add(path);
            FileChannel lock = lock(path.resolve(LOCK));
            if (lock != null) {
                return new OwnDirectory(path, lock);
            }
            HERE.remove(path);
        }
        throw new IOException("another probe removes the directories of this probe");
    }

    /**
     * Creates and locks a file. Returns null if another probe has meanwhile mistaken the directory for an abandoned
     * one, and removes it.
     */
    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (isLocked(channel) && Files.exists(file)) {
            return channel;
        }
        channel.close();
        return null;
    }

    /** Takes the lock. Returns false if another process holds it; true without a lock if no locks exist here. */
    private static boolean isLocked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException noLocksHere) {
            return true;
        }
    }

    Path path() {
        return path;
    }

    /** Returns a path that can open the file even if the file has no name. */
    synchronized Path file() {
        return file;
    }

    /** Returns the file for testing whether an operation works. */
    Path trial() {
        return path.resolve(TRIAL);
    }

    /**
     * Creates the file, without a name if that is possible. The kernel then removes the file when this process ends,
     * even if the process is killed.
     */
    synchronized void create() throws IOException {
        discard();
        Path named = path.resolve(FILE);
        FileChannel made = FileChannel.open(
                named, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
        Path open = openFile(named);
        if (open == null) {
            made.close();
            return;
        }
        nameless = made;
        file = open;
        Files.delete(named);
    }

    /** Returns the link to an open file of this process that other calls can open; null if there is none. */
    private static Path openFile(Path named) {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(Paths.get("/proc/self/fd"))) {
            for (Path link : links) {
                if (isLinkTo(link, named)) {
                    return link;
                }
            }
        } catch (IOException | DirectoryIteratorException noProc) {
            return null;
        }
        return null;
    }

    private static boolean isLinkTo(Path link, Path named) {
        try {
            return Files.readSymbolicLink(link).equals(named);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    /** Removes the file, if there is one. */
    synchronized void discard() throws IOException {
        if (nameless != null) {
            nameless.close();
            nameless = null;
        }
        file = path.resolve(FILE);
        Files.deleteIfExists(file);
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
        if (nameless != null) {
            nameless.close();
        }
        for (int i = 1; Files.exists(path); i++) {
            try {
                remove(path);
            } catch (DirectoryNotEmptyException e) {
                // A program may have created another file just before it ended.
                if (i == TRIES) {
                    throw e;
                }
            }
        }
        lock.close();
        HERE.remove(path);
    }

    private static void remove(Path directory) throws IOException {
        for (Path entry : entries(directory)) {
            Files.deleteIfExists(entry);
        }
        Files.deleteIfExists(directory);
    }

    private static List<Path> entries(Path directory) throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /**
     * The directories that probes of this user have left because they were killed. Directories of live probes, of other
     * users, and with files that no probe makes are not included.
     */
    static final class LeftDirectories {
        private static final List<String> OWN = Arrays.asList(FILE, TRIAL, LOCK);

        /** Earlier versions of Spindle did not lock a file. Their probes ended long ago. */
        private static final Duration LONGEST_PROBE = Duration.ofDays(1);

        private final UserPrincipal user;

        LeftDirectories() throws IOException {
            this.user = Files.getOwner(Paths.get("/proc/self"));
        }

        /**
         * Finds the abandoned directories below a directory.
         *
         * @param removing whether to remove them
         * @return the directories that were found, and removed if requested; a directory that cannot be read or removed
         *     is left out
         */
        List<Path> below(Path parent, boolean removing) throws IOException {
            List<Path> found = new ArrayList<>();
            for (Path directory : entries(parent.toRealPath())) {
                if (directory.getFileName().toString().startsWith(PREFIX) && isLeft(directory, removing)) {
                    found.add(directory);
                }
            }
            return found;
        }

        private boolean isLeft(Path directory, boolean removing) {
            try {
                return !HERE.contains(directory) && isOwn(directory) && isUnused(directory, removing);
            } catch (IOException | IllegalStateException unknown) {
                return false;
            }
        }

        private boolean isOwn(Path directory) throws IOException {
            Set<String> names = new HashSet<>();
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return false;
            }
            entries(directory).forEach(entry -> names.add(entry.getFileName().toString()));
            return OWN.containsAll(names);
        }

        /** Checks whether the probe has ended, and then removes the directory if requested. */
        private static boolean isUnused(Path directory, boolean removing) throws IOException {
            Path file = directory.resolve(LOCK);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                boolean old = age(directory).compareTo(LONGEST_PROBE) > 0;
                if (old && removing) {
                    remove(directory);
                }
                return old;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock free = channel.tryLock()) {
                if (free != null && removing) {
                    remove(directory);
                }
                return free != null;
            }
        }

        private static Duration age(Path directory) throws IOException {
            return Duration.ofMillis(System.currentTimeMillis()
                    - Files.getLastModifiedTime(directory).toMillis());
        }
    }

    /** The directories that a probe has made and not yet removed. Thread-safe. */
    static final class OwnDirectories {
        private final List<OwnDirectory> open = new ArrayList<>();
        private boolean ended;

        /** Removes the files of killed probes, which would take the space that the new file needs. */
        void removeLeft(Path parent) {
            try {
                new LeftDirectories().below(parent, true);
            } catch (IOException unreadable) {
                // The probe reports why it cannot use the directory.
            }
        }

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
