package org.spindlebench.analysis.document;

/**
 * Thrown if a document's content is invalid. The message is for the user. It names the file and, if known, the line and
 * column.
 */
public final class InvalidDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message the error and its place */
    public InvalidDocumentException(String message) {
        super(message);
    }

    /**
     * @param message the error and its place
     * @param cause the error that revealed the problem
     */
    public InvalidDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
