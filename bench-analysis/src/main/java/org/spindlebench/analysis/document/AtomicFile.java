package org.spindlebench.analysis.document;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes a file so that a reader sees all of the old content, all of the new content, or no file. This also holds after
 * a crash at any moment. See {@link StagedFile}.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes text as UTF-8, creating the directory if necessary and replacing an existing file.
     *
     * @throws IOException if the file could not be written; it is then unchanged
     */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Renames a file that cannot be parsed to {@code NAME.damaged-N}, a name under which nothing reads it.
     *
     * @return its new path
     * @throws IOException if the file could not be renamed; it is then unchanged
     */
    public static Path setAside(Path file) throws IOException {
        int number = 1;
        while (Files.exists(aside(file, number))) {
            number++;
        }
        return Files.move(file, aside(file, number));
    }

    private static Path aside(Path file, int number) {
        return file.resolveSibling(file.getFileName() + ".damaged-" + number);
    }

    /**
     * Creates a directory, and all directories above it that do not exist. They survive a power loss.
     *
     * @throws IOException if a directory cannot be created
     */
    public static void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (!Files.isDirectory(absolute)) {
            if (absolute.getParent() != null) {
                createDirectories(absolute.getParent());
            }
            Files.createDirectories(absolute);
            force(absolute.getParent());
        }
    }

    /** Deletes a directory, if it exists, with all that is in it, and follows no link. */
    public static void deleteTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path one : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Makes the names in a directory survive a power loss: the names of new files and of renamed files. */
    public static void force(Path directory) {
        // Some systems cannot open a directory, and then nothing more can be done.
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notSupported) {
            return;
        }
    }

    /**
     * Forces a file to the medium and moves it, even to another file system. If the file does not exist, does nothing:
     * an earlier attempt may have moved it already.
     */
    public static void move(Path file, Path to) throws IOException {
        if (Files.exists(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            try {
                Files.move(file, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException toAnotherFileSystem) {
                Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
            }
            force(to.toAbsolutePath().getParent());
        }
    }

    /** Writes bytes in the same way as {@link #write(Path, String)} writes text. */
    public static void write(Path file, byte[] content) throws IOException {
        try (StagedFile staged = StagedFile.of(file)) {
            staged.out().write(content);
            staged.commit();
        }
    }

    /**
     * A file that is written under a temporary name and gets its own name only when it is complete. Until then readers
     * see the old content, or none.
     *
     * <p>The temporary file is in the same directory; its name begins with a dot and ends in {@code .tmp}. Closing
     * without {@link #commit} deletes it. A user may delete a temporary file that remains after a crash.
     */
    public static final class StagedFile implements Closeable {
        private final Path target;
        private final Path temporary;
        private final FileChannel channel;
        private final OutputStream out;

        private StagedFile(Path target, Path temporary, FileChannel channel) {
            this.target = target;
            this.temporary = temporary;
            this.channel = channel;
            this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        }

        /**
         * Opens a staged file, creating its directory if necessary.
         *
         * @param file the path that the file will get
         * @throws IOException if the temporary file cannot be created
         */
        public static StagedFile of(Path file) throws IOException {
            Path target = file.toAbsolutePath();
            createDirectories(target.getParent());
            Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
            // Files.createTempFile is unsuitable: only the owner could read the file, even after the rename.
            try {
                return new StagedFile(
                        target,
                        temporary,
                        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            } catch (AccessDeniedException e) {
                // The reader of the message knows only the final name.
                AccessDeniedException named = new AccessDeniedException(target.toString(), null, e.getReason());
                named.initCause(e);
                throw named;
            }
        }

        /** Returns the stream for the file's content. The stream need not be closed. */
        public OutputStream out() {
            return out;
        }

        /** Returns the path that the file will get. */
        public Path target() {
            return target;
        }

        /** Checks whether a file with the final name already exists and holds the bytes written so far. */
        public boolean equalsTarget() throws IOException {
            out.flush();
            return Files.isRegularFile(target) && Files.mismatch(temporary, target) < 0;
        }

        /**
         * Forces the content to the medium and gives the file its final name, replacing an existing file.
         *
         * @throws IOException if that failed; an existing file with the final name is then unchanged
         */
        public void commit() throws IOException {
            out.flush();
            channel.force(true);
            channel.close();
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(target.getParent());
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(temporary);
        }
    }
}
