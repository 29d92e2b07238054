package org.spindlebench.analysis.record;

import java.util.List;

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
}
