package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.run.SoftwareReader;

/** What nobody thought of: a sentence for the user, and the trace in a file for whoever mends it. */
final class UnexpectedEnd {
    private UnexpectedEnd() {}

    /** Tells of it; the exit code. */
    static int tell(Throwable failure, List<String> arguments, PrintStream err) {
        err.println("error: " + sentence(failure));
        try {
            Path log = Files.createTempFile("spindle-error-", ".log");
            Files.writeString(log, trace(failure, arguments));
            err.println("The details are in " + log + "; a campaign that was running can be resumed.");
        } catch (IOException | RuntimeException unwritable) {
            err.println("The details could not be written: " + unwritable);
        }
        return ExitCode.UNEXPECTED.code();
    }

    private static String sentence(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "Spindle's JVM has too little memory. Give it more: SPINDLE_JAVA_OPTS=-Xmx4g for bin/spindle,"
                    + " HADOOP_CLIENT_OPTS=-Xmx4g for hadoop jar.";
        }
        if (failure instanceof InvalidDocumentException) {
            return failure.getMessage();
        }
        if (failure instanceof UncheckedIOException unread) {
            return FileFailure.of(unread.getCause());
        }
        return "Spindle met what it did not expect, and ended: " + failure;
    }

    private static String trace(Throwable failure, List<String> arguments) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println("Spindle " + SoftwareReader.version() + ", Java " + System.getProperty("java.version"));
        out.println("arguments: " + arguments);
        failure.printStackTrace(out);
        return text.toString();
    }
}
