package org.spindlebench.analysis.importer;

/** Something in a line cannot be read. The message is the reason, without the place. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String reason) {
        super(reason, null, false, false);
    }
}
