package org.spindlebench.runner.cluster;

import java.util.List;
import org.spindlebench.analysis.record.ContainerLog;

/**
 * What was found of a job that failed or hangs.
 *
 * @param findings what YARN says besides the application's diagnostics: why it waits, nodes that are unhealthy
 * @param logs the ends of its containers' logs
 * @param unread what could not be read, and why
 */
public record FailureEvidence(List<String> findings, List<ContainerLog> logs, List<String> unread) {
    /** Nobody looked. */
    public static final FailureEvidence NONE = new FailureEvidence(List.of(), List.of(), List.of());

    public FailureEvidence {
        findings = List.copyOf(findings);
        logs = List.copyOf(logs);
        unread = List.copyOf(unread);
    }
}
