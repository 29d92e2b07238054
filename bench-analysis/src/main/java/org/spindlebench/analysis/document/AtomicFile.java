package org.spindlebench.analysis.document;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a file so that a reader, or a crash at any moment, sees the old content, the new, or no file: never a part. See
 * {@link StagedFile}.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes text as UTF-8, creating the directory if need be and replacing the file if it is there.
     *
     * @throws IOException if it could not be written; the file is then as it was
     */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Gives a file that cannot be understood another name, {@code NAME.damaged-N}, under which nothing reads it.
     *
     * @return where it is now
     * @throws IOException if it could not be renamed; it is then where it was
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

    /** Writes bytes in the same way. */
    public static void write(Path file, byte[] content) throws IOException {
        try (StagedFile staged = StagedFile.of(file)) {
            staged.out().write(content);
            staged.commit();
        }
    }

    /**
     * A file that is written aside and takes its name only when it is whole: until then readers see the old content, or none.
     *
     * <p>The bytes go to a temporary file in the same directory, whose name begins with a dot and ends in {@code .tmp}. Closing
     * without {@link #commit} deletes it; one that a crash left behind can be deleted by hand.
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
         * Begins a file, creating its directory if need be.
         *
         * @param file the name that it will take
         * @throws IOException if nothing can be written there
         */
        public static StagedFile of(Path file) throws IOException {
            Path target = file.toAbsolutePath();
            Files.createDirectories(target.getParent());
            Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
            // Not Files.createTempFile: its files are readable by their owner only, and would stay so after the rename.
            return new StagedFile(
                    target,
                    temporary,
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        }

        /** Where its content is to be written. Closing it is not needed. */
        public OutputStream out() {
            return out;
        }

        /** The name that the file will take. */
        public Path target() {
            return target;
        }

        /** Whether there is a file of that name already, with the same bytes as were written so far. */
        public boolean equalsTarget() throws IOException {
            out.flush();
            return Files.isRegularFile(target) && Files.mismatch(temporary, target) < 0;
        }

        /**
         * Forces the content to the medium and gives it its name, replacing the file that has it.
         *
         * @throws IOException if that failed; a file of that name is then as it was
         */
        public void commit() throws IOException {
            out.flush();
            channel.force(true);
            channel.close();
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(target.getParent());
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(temporary);
        }

        // Makes the rename itself durable. Some systems cannot open a directory; there, the rename is as durable as it
        // gets.
        private static void forceDirectory(Path directory) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            } catch (IOException notSupported) {
                return;
            }
        }
    }
}
