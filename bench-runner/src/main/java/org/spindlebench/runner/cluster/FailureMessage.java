package org.spindlebench.runner.cluster;

import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.FileFailure;

/** Turns exceptions into messages for users, without the daemon's stack trace in Hadoop's remote exceptions. */
public final class FailureMessage {
    private static final String TRACE = "\n\tat ";
    private static final Pattern FRAME =
            Pattern.compile("(?m)^\\s+(at [\\w.$/<>-]+\\(.*\\)|\\.\\.\\. \\d+ more)\\s*?(\\R|$)");

    private FailureMessage() {}

    /**
     * Returns the message without a stack trace, with the exception's class if the message alone is unclear. If the
     * cluster refused something, the message explains that instead.
     */
    public static String of(Throwable failure) {
        Optional<String> refusal = Refusal.of(failure);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (failure instanceof FileSystemException refused) {
            return FileFailure.of(refused);
        }
        boolean plain = !(failure instanceof RuntimeException) && failure.getMessage() != null;
        return withoutTrace(plain ? failure.getMessage() : failure.toString());
    }

    /** Returns all lines except the frames of stack traces. The messages of all causes are kept. */
    public static String withoutFrames(String text) {
        return FRAME.matcher(text).replaceAll("");
    }

    static String withoutTrace(String text) {
        int trace = text.indexOf(TRACE);
        return trace < 0 ? text : text.substring(0, trace);
    }
}
