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
 * The local file to which TestDFSIO appends its report. Each run has its own file, which is deleted afterwards. The
 * report's numbers are formatted in the JVM's language with two decimal places, so Spindle reads only values that are
 * written nowhere else.
 */
final class TestDfsioReportFile implements Closeable {
    private static final String EXEC_TIME = "Test exec time sec:";

    private final Path file;

    TestDfsioReportFile() throws IOException {
        this.file = Files.createTempFile("spindle-testdfsio", ".log");
    }

    String name() {
        return file.toString();
    }

    /** Returns the execution time that TestDFSIO measured, in seconds; empty if it is not a number. */
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
            // TestDFSIO formatted the number with this pattern in the same JVM, and so in the same language.
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
