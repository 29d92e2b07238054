/**
 * Finds out why a job failed or hangs, from YARN and from the last lines of its containers' logs.
 *
 * <p>In: the id of an application that is running or has just ended. Out: {@link
 * org.spindlebench.runner.cluster.EndedJob.FailureEvidence}. All queries have short time limits, and parts that cannot
 * be read are reported. So the search for a failure's cause never prevents the record of the run.
 */
package org.spindlebench.runner.collect.failure;
