/**
 * Finds out why a job failed or hangs, from YARN and from the last lines of its containers' logs.
 *
 * <p>In: the id of an application, still running or just ended. Out:
 * {@link org.spindlebench.runner.cluster.FailureEvidence}. All queries have short time limits, and unreadable parts are
 * reported. The search for an explanation must never lose the record of a failed run.
 */
package org.spindlebench.runner.collect.failure;
