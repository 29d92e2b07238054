package org.spindlebench.jobs.stockdfsio;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.ParseException;
import java.util.OptionalDouble;

/**
 * The local file that TestDFSIO appends its report to; a file of its own for each run, gone afterwards. Numbers in it are in
 * the JVM's language and have two places, so it is asked only for what is written nowhere else.
 */
final class ResultFile implements Closeable {
    private static final String EXEC_TIME = "Test exec time sec:";

    private final Path file;

    ResultFile() throws IOException {
        this.file = Files.createTempFile("spindle-testdfsio", ".log");
    }

    String name() {
        return file.toString();
    }

    /** The execution time as TestDFSIO measured it, in seconds; empty when it is no number. */
    OptionalDouble execSeconds() throws IOException {
        for (String line : Files.readAllLines(file, Charset.defaultCharset())) {
            int found = line.indexOf(EXEC_TIME);
            if (found >= 0) {
                return parse(line.substring(found + EXEC_TIME.length()).trim());
            }
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble parse(String number) {
        try {
            // The format that wrote it, in the same JVM and so in the same language.
            double value = new DecimalFormat("#.##").parse(number).doubleValue();
            return Double.isNaN(value) || Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
        } catch (ParseException e) {
            return OptionalDouble.empty();
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
