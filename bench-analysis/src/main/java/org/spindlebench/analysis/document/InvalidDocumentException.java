package org.spindlebench.analysis.document;

/** A document's content is not what it should be. The message is for the user: it names the file and, where known, line and column. */
public final class InvalidDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what is wrong, where */
    public InvalidDocumentException(String message) {
        super(message);
    }

    /**
     * @param message what is wrong, where
     * @param cause what found it
     */
    public InvalidDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
