package org.spindlebench.analysis.document;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
}
