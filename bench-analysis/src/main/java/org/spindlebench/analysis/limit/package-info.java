/**
 * What limited a run: the parts of the cluster that set the pace of its job.
 *
 * <p>In: shares of the job's duration, from {@link org.spindlebench.analysis.series}. Out: what follows from them.
 */
package org.spindlebench.analysis.limit;
