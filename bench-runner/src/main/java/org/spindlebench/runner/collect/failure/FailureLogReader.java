package org.spindlebench.runner.collect.failure;

import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;

/** Examines a job that failed or hangs. */
@FunctionalInterface
public interface FailureLogReader {
    /**
     * Reads all available evidence within half a minute. Unreadable parts do not make it fail.
     *
     * @param applicationId YARN's id; while the application is alive, its running containers are read, later those that
     *     failed
     */
    FailureEvidence read(String applicationId) throws InterruptedException;
}
