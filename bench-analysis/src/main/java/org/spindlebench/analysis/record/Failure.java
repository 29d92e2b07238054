package org.spindlebench.analysis.record;

import java.util.List;
import java.util.Objects;

/**
 * Why a job failed, in addition to its diagnostics.
 *
 * @param causes the known causes that were recognised; may be empty
 * @param logs the last lines of the logs of failed containers, or of running containers if the job was killed at its
 *     time limit
 */
public record Failure(List<Cause> causes, List<ContainerLog> logs) {
    public Failure {
        causes = causes == null ? List.of() : List.copyOf(causes);
        logs = logs == null ? List.of() : List.copyOf(logs);
    }

    /**
     * A known cause of a failure, recognised in messages of YARN, MapReduce and the containers.
     *
     * @param code a stable word for programs, such as {@code memory-physical}
     * @param message the event and the key to change, for people
     */
    public record Cause(String code, String message) {
        public Cause {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * The end of one log file of one container, read because its run failed. Long lines are cut, and frames of stack
     * traces are left out.
     *
     * @param container YARN's container id; null if unknown
     * @param attempt MapReduce's attempt id; null for ApplicationMasters and if unknown
     * @param host the host on which the container ran; null if unknown
     * @param file the log file, such as {@code syslog}, {@code stderr} or {@code stdout}; or {@code diagnostics} for
     *     the beginning of YARN's and MapReduce's messages on the container
     */
    public record ContainerLog(String container, String attempt, String host, String file, List<String> lines) {
        public ContainerLog {
            Objects.requireNonNull(file, "file");
            lines = lines == null ? List.of() : List.copyOf(lines);
        }
    }
}
