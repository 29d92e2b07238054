/**
 * What limited a run: the part of the nodes that set the pace of its job, second by second.
 *
 * <p>In: a run's record and its samples. Out: shares of the job's duration.
 */
package org.spindlebench.analysis.limit;
