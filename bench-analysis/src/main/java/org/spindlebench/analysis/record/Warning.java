package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * A reason to distrust a run, as data.
 *
 * @param code a stable word for programs, such as {@code wave-not-observed}
 * @param message for people, the uncertainty and the remedy
 */
public record Warning(String code, String message) {
    public Warning {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }
}
