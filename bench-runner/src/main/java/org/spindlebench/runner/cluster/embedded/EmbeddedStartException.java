package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** The embedded cluster did not start; the message says what was tried and where to look. */
public final class EmbeddedStartException extends IOException {

    private static final long serialVersionUID = 1L;

    EmbeddedStartException(String what, String stage, Path log, Throwable cause) {
        super(what + ", while starting " + stage + "; the log is " + log, cause);
    }
}
