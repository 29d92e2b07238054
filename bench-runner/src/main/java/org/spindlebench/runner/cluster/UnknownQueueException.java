package org.spindlebench.runner.cluster;

import java.io.IOException;

/** The user named a queue that the cluster does not have. */
public final class UnknownQueueException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownQueueException(String queue) {
        super("there is no queue '" + queue + "'; name one with --queue");
    }
}
