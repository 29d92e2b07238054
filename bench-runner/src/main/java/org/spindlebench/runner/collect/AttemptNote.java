package org.spindlebench.runner.collect;

import org.spindlebench.runner.cluster.FailureMessage;

/** Why a task attempt did not succeed, in a few words for its record. */
final class AttemptNote {
    static final int LONGEST = 200;

    private AttemptNote() {}

    /**
     * The first line of what MapReduce and YARN said of it.
     *
     * @param state the attempt's
     * @param diagnostics all of it; null where nothing was said
     * @return null of an attempt that succeeded, and where nothing was said
     */
    static String of(String state, String diagnostics) {
        if (diagnostics == null || RecordedJob.SUCCEEDED.equals(state)) {
            return null;
        }
        return FailureMessage.withoutFrames(diagnostics)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(AttemptNote::cut)
                .orElse(null);
    }

    private static String cut(String line) {
        if (line.length() <= LONGEST) {
            return line;
        }
        int end = LONGEST - "...".length();
        // Half a character can't be written.
        boolean whole = !Character.isHighSurrogate(line.charAt(end - 1));
        return line.substring(0, whole ? end : end - 1) + "...";
    }
}
