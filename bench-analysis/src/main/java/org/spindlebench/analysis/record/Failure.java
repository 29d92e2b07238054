package org.spindlebench.analysis.record;

import java.util.List;
import java.util.Objects;

/**
 * Why a job failed, beyond its diagnostics.
 *
 * @param causes known causes that were recognised; empty when none was
 * @param logs the ends of containers' logs: of those that failed, or, where the job was killed at its limit, that ran
 */
public record Failure(List<Cause> causes, List<ContainerLog> logs) {
    public Failure {
        causes = causes == null ? List.of() : List.copyOf(causes);
        logs = logs == null ? List.of() : List.copyOf(logs);
    }

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

    /**
     * The end of one log file of one container, read because its run failed. Lines are cut, frames of stack traces are left out.
     *
     * @param container YARN's container id; null where it is not known
     * @param attempt MapReduce's attempt id; null for ApplicationMasters and where it is not known
     * @param host the host it ran on; null where it is not known
     * @param file {@code syslog}, {@code stderr}, {@code stdout} and such; or {@code diagnostics}: the beginning of what YARN and
     *     MapReduce said of the container
     * @param lines in their order
     */
    public record ContainerLog(String container, String attempt, String host, String file, List<String> lines) {
        public ContainerLog {
            Objects.requireNonNull(file, "file");
            lines = lines == null ? List.of() : List.copyOf(lines);
        }
    }
}
