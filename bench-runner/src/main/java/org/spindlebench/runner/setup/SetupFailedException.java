package org.spindlebench.runner.setup;

import java.io.IOException;

/** A setup's commands did not bring it about. */
public final class SetupFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    SetupFailedException(String message) {
        super(message);
    }
}
