/**
 * Reads and changes workloads of several jobs. In: a trace, or a list of jobs with times of submission and sizes. Out:
 * a part of these jobs, scaled and in classes.
 */
package org.spindlebench.analysis.workload;
