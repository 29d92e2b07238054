/**
 * Why a job failed, or what it hangs on: what YARN knows of it, and the last lines of its containers' logs.
 *
 * <p>In: the id of an application, still running or just ended. Out: {@link org.spindlebench.runner.cluster.FailureEvidence}.
 * Everything here has a short limit, and what can't be read is said: a failed run must not be lost over its explanation.
 */
package org.spindlebench.runner.collect.failure;
