package org.spindlebench.analysis.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a file so that a reader, or a crash at any moment, sees the old content, the new, or no file: never a part.
 *
 * <p>The bytes go to a temporary file in the same directory, are forced to the medium, and are renamed into place. A
 * temporary file's name begins with a dot and ends in {@code .tmp}; one left by a crash can be deleted.
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

    /** Writes bytes in the same way. */
    public static void write(Path file, byte[] content) throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        Files.createDirectories(directory);
        Path temporary = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            force(temporary, ByteBuffer.wrap(content));
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        forceDirectory(directory);
    }

    // Not Files.createTempFile: its files are readable by their owner only, and would stay so after the rename.
    private static void force(Path file, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
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
