package org.spindlebench.runner.console;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.regex.Pattern;

/** Passes on the errors and warnings that are written to standard error, and drops progress and hints. */
public final class Quiet extends FilterOutputStream {
    /** Matches the first line of an error or warning, and the line after several errors. */
    private static final Pattern SHOWN = Pattern.compile("(?:error|warning): .*|\\d+ problems?[;(].*");

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean passes;

    private Quiet(PrintStream out) {
        super(out);
    }

    /** Returns the stream, or a stream that drops progress if the arguments demand quiet. */
    public static PrintStream ifWanted(List<String> arguments, PrintStream err) {
        return arguments.contains("-q") || arguments.contains("--quiet")
                ? new PrintStream(new Quiet(err), true, Charset.defaultCharset())
                : err;
    }

    @Override
    public synchronized void write(int octet) throws IOException {
        line.write(octet);
        if (octet == '\n') {
            String text = line.toString(Charset.defaultCharset());
            // Indented lines belong to the line before them.
            if (!text.startsWith(" ")) {
                passes = SHOWN.matcher(text.strip()).matches();
            }
            if (passes) {
                line.writeTo(out);
                out.flush();
            }
            line.reset();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        for (int at = from; at < from + length; at++) {
            write(bytes[at]);
        }
    }
}
