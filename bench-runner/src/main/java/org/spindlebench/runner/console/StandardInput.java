package org.spindlebench.runner.console;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard input as a file. It is written when a command first reads it, because commands read results twice. */
public final class StandardInput {
    /** The argument that means standard input. */
    public static final String WORD = "-";

    /** The same as a path that a setup may follow, as in {@code -:ssd}. */
    public static final String PATH = "/dev/stdin";

    private static final String DIRECTORY = "spindle-input-";
    private static final int LOOK_AHEAD = 1 << 16;

    private final InputStream in;
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
            BufferedInputStream text = new BufferedInputStream(in, LOOK_AHEAD);
            Path directory = Files.createTempDirectory(DIRECTORY);
            directory.toFile().deleteOnExit();
            Path written = directory.resolve(beginsAsJson(text) ? "stdin.jsonl" : "stdin.csv");
            written.toFile().deleteOnExit();
            Files.copy(text, written);
            file = written;
        }
        return file;
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
