package org.spindlebench.runner.collect.failure;

import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;

/** Looks at a job that failed or hangs. */
@FunctionalInterface
public interface FailureLogReader {
    /**
     * Reads what there is, within half a minute. Never fails for what it can't read.
     *
     * @param applicationId YARN's id; while the application lives, its running containers are looked at, later those that
     *     failed
     */
    FailureEvidence read(String applicationId) throws InterruptedException;
}
