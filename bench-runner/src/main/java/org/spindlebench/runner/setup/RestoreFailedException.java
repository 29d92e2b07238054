package org.spindlebench.runner.setup;

import java.io.IOException;

/** A cluster that a setup's commands changed was not changed back. What is due stays on record. */
public final class RestoreFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    RestoreFailedException(String message) {
        super(message);
    }
}
