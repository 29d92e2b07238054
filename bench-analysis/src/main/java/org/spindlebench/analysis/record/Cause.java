package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * A known cause of a failure, recognised in what YARN, MapReduce and the containers said.
 *
 * @param code a stable word for programs, such as {@code memory-physical}
 * @param message what happened and which key to change, for people
 */
public record Cause(String code, String message) {
    public Cause {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }
}
