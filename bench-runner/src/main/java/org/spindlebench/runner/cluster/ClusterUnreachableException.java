package org.spindlebench.runner.cluster;

/** There is no cluster to run on; the message says what to set. */
public final class ClusterUnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    public ClusterUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
