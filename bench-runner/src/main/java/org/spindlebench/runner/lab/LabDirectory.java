package org.spindlebench.runner.lab;

import static java.util.Objects.requireNonNullElseGet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.InvalidDocumentException;

/**
 * The places of a laboratory's files. Everything except the file with its state lies below a directory of its own.
 *
 * @param root the directory, absolute, with no symbolic link above it
 */
public record LabDirectory(Path root) {
    /** The usual place of a laboratory. */
    public static final Path DEFAULT = Path.of("/var/lib/spindle-lab");

    /** The directories below the laboratory's own. */
    public static final List<String> PLACES = List.of("mnt", "nbd", "socket", "backing");

    /** The files in the same place. */
    public static final List<String> FILES = List.of("control", "daemon.log", "command.log");

    private static final long USUAL_SIZE = 32_000_000_000L;

    /** The largest number of bytes of a Unix socket's path. */
    private static final int LONGEST_SOCKET = 107;

    public LabDirectory {
        root = real(root.toAbsolutePath().normalize());
    }

    /** Resolves the links above a directory now, so that Spindle checks the same path that it uses later. */
    private static Path real(Path directory) {
        if (directory.getParent() == null) {
            return directory;
        }
        try {
            return directory.getParent().toRealPath().resolve(directory.getFileName());
        } catch (IOException missing) {
            return directory;
        }
    }

    /** What may be at a path. */
    private enum Kind {
        ABOVE,
        DIRECTORY,
        FILE
    }

    /**
     * Refuses files that another user may have put here or can change. Root follows the content of these files, and
     * removes the files by name. The result stays true: nobody else can write to these directories, and nobody else can
     * rename our files in a sticky directory above them.
     *
     * @throws IOException if something is a symbolic link, belongs to a user who is neither this one nor root, or can be
     *     written by others
     */
    public void requireOwn() throws IOException {
        if (root.getParent() == null) {
            throw new IOException(root + " is not a place for a laboratory: name another directory");
        }
        for (Path above = root.getParent(); above != null; above = above.getParent()) {
            require(above, Kind.ABOVE);
        }
        require(state(), Kind.FILE);
        require(root, Kind.DIRECTORY);
        for (String place : PLACES) {
            require(root.resolve(place), Kind.DIRECTORY);
        }
        for (String file : FILES) {
            require(root.resolve(file), Kind.FILE);
        }
    }

    private static void require(Path path, Kind kind) throws IOException {
        UnixFile file;
        try {
            file = UnixFile.of(path);
        } catch (NoSuchFileException nothing) {
            return;
        }
        boolean shared = file.isWritableByOthers() && !(kind == Kind.ABOVE && file.isSticky());
        String problem = file.isLink() ? "is a symbolic link" : "";
        if (problem.isEmpty() && file.isDirectory() == (kind == Kind.FILE)) {
            problem = kind == Kind.FILE ? "is a directory" : "is not a directory";
        }
        if (problem.isEmpty() && !file.isOwn()) {
            problem = "belongs to another user (id " + file.user() + ")";
        } else if (problem.isEmpty() && shared) {
            problem = "can be written by other users";
        }
        if (!problem.isEmpty()) {
            throw new IOException(path + " " + problem + "; the laboratory uses only paths that no user"
                    + " but you or root can change. Name another directory with --lab-dir");
        }
    }

    /** The kernel's view of a path, without following a link. */
    public record UnixFile(int user, int mode) {
        private static final int TYPE = 0xf000;
        private static final int LINK = 0xa000;
        private static final int DIRECTORY = 0x4000;
        private static final int STICKY = 0x200;
        private static final int WRITABLE_BY_GROUP_AND_OTHERS = 0x12;

        public static UnixFile of(Path path) throws IOException {
            Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new UnixFile((Integer) found.get("uid"), (Integer) found.get("mode"));
        }

        /** Returns the id of the user that runs this process. */
        public static int thisUser() throws IOException {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        }

        /** Returns whether the path belongs to this user, or to root, who has all rights anyway. */
        public boolean isOwn() throws IOException {
            return user == 0 || user == thisUser();
        }

        boolean isLink() {
            return (mode & TYPE) == LINK;
        }

        boolean isDirectory() {
            return (mode & TYPE) == DIRECTORY;
        }

        boolean isSticky() {
            return (mode & STICKY) != 0;
        }

        boolean isWritableByOthers() {
            return (mode & WRITABLE_BY_GROUP_AND_OTHERS) != 0;
        }
    }

    /**
     * Returns the file that describes the disks that the laboratory made. It lies beside the directory, which is made
     * later.
     */
    public Path state() {
        return root.resolveSibling(root.getFileName() + ".json");
    }

    /**
     * Returns the bytes of all disks together if the user names none: the bytes requested for the existing disks,
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
    public long free() throws IOException {
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

    public Path backing(String disk) {
        return root.resolve("backing").resolve(disk);
    }

    public Path socket(String disk) {
        return root.resolve("socket").resolve(disk);
    }

    /** Returns the file that nbdfuse shows for a disk. */
    public Path presented(String disk) {
        return root.resolve("nbd").resolve(disk);
    }

    public Path control() {
        return root.resolve("control");
    }

    public Path daemonLog() {
        return root.resolve("daemon.log");
    }

    public Path commandLog() {
        return root.resolve("command.log");
    }

    public boolean isTooLong(String disk) {
        return socket(disk).toString().length() > LONGEST_SOCKET;
    }
}
