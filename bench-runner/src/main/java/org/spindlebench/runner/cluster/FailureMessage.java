package org.spindlebench.runner.cluster;

/** What an exception says to a user. The message of Hadoop's remote exceptions goes on with the daemon's stack trace. */
public final class FailureMessage {
    private static final String TRACE = "\n\tat ";

    private FailureMessage() {}

    /** Its message without a trace; with the class where the message alone says too little. */
    public static String of(Throwable failure) {
        boolean plain = !(failure instanceof RuntimeException) && failure.getMessage() != null;
        return withoutTrace(plain ? failure.getMessage() : failure.toString());
    }

    static String withoutTrace(String text) {
        int trace = text.indexOf(TRACE);
        return trace < 0 ? text : text.substring(0, trace);
    }
}
