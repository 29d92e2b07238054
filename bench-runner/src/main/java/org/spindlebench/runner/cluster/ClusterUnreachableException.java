package org.spindlebench.runner.cluster;

/** Thrown if no cluster can be reached. The message names the settings to change. */
public final class ClusterUnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    public ClusterUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
