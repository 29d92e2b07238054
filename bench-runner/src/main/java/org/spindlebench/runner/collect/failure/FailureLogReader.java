package org.spindlebench.runner.collect.failure;

import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;

/** Reads evidence about a job that failed or hangs. */
@FunctionalInterface
public interface FailureLogReader {
    /**
     * Reads all available evidence within half a minute. Parts that cannot be read do not make the call fail.
     *
     * @param applicationId YARN's id of the application; Spindle reads its running containers, or after its end the
     *     failed containers
     */
    FailureEvidence read(String applicationId) throws InterruptedException;
}
