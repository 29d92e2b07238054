package org.spindlebench.runner.console;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Standard input, and pipes such as those of {@code <(zcat runs.csv.gz)}, as files. A file is written when a command
 * first reads it, because commands read results twice.
 */
public final class StandardInput {
    /** The argument that means standard input. */
    public static final String WORD = "-";

    /** The same as a path that a setup may follow, as in {@code -:ssd}. */
    public static final String PATH = "/dev/stdin";

    private static final String DIRECTORY = "spindle-input-";
    private static final int LOOK_AHEAD = 1 << 16;
    /** The bits of a Unix mode that say what a file is. */
    private static final int FILE_TYPE = 0xf000;

    private static final int PIPE = 0x1000;

    private final InputStream in;
    private final Map<Path, Path> pipes = new HashMap<>();
    private Path file;

    StandardInput(InputStream in) {
        this.in = in;
    }

    /** Returns an argument in a form that does not look like an option, if it names a setup in standard input. */
    public static String asArgument(String word) {
        return word.startsWith(WORD + ":") ? PATH + word.substring(WORD.length()) : word;
    }

    /** Returns a message that names standard input as on the command line, not by the file's path. */
    public static String named(String message) {
        return String.valueOf(message).replaceAll("[^ ]*/" + DIRECTORY + "\\d+/[a-z.]+", WORD);
    }

    /**
     * Returns the file, which is deleted when the JVM ends. Its name says whether the text is JSON Lines or CSV.
     *
     * @throws IOException if standard input cannot be read or stored
     */
    synchronized Path file() throws IOException {
        if (file == null) {
            file = written(in, "stdin");
        }
        return file;
    }

    /**
     * Returns a file with a pipe's text, and every other path as it is.
     *
     * @throws IOException if the pipe cannot be read or stored
     */
    synchronized Path readable(Path path) throws IOException {
        if (!isPipe(path)) {
            return path;
        }
        if (!pipes.containsKey(path)) {
            // The streams of Files ask for a position, which a pipe does not have.
            try (InputStream pipe = new FileInputStream(path.toFile())) {
                pipes.put(path, written(pipe, "pipe"));
            }
        }
        return pipes.get(path);
    }

    private static boolean isPipe(Path path) throws IOException {
        try {
            return Files.exists(path) && ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == PIPE;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    private static Path written(InputStream in, String name) throws IOException {
        BufferedInputStream text = new BufferedInputStream(in, LOOK_AHEAD);
        Path directory = Files.createTempDirectory(DIRECTORY);
        directory.toFile().deleteOnExit();
        Path written = directory.resolve(name + (beginsAsJson(text) ? ".jsonl" : ".csv"));
        written.toFile().deleteOnExit();
        Files.copy(text, written);
        return written;
    }

    private static boolean beginsAsJson(BufferedInputStream text) throws IOException {
        text.mark(LOOK_AHEAD);
        int first = text.read();
        for (int read = 1; read < LOOK_AHEAD && first >= 0 && Character.isWhitespace(first); read++) {
            first = text.read();
        }
        text.reset();
        return first == '{';
    }
}
