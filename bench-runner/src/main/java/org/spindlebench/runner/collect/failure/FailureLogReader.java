package org.spindlebench.runner.collect.failure;

import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;

/** Reads evidence about a job that failed or hangs. */
@FunctionalInterface
public interface FailureLogReader {
    /**
     * Reads all available evidence within half a minute. Parts that cannot be read do not make the call fail.
     *
     * @param applicationId YARN's id; containers are read that are running, or if the application has ended, that have
     *     failed
     */
    FailureEvidence read(String applicationId) throws InterruptedException;
}
