/**
 * Reads and measures workloads of several jobs. In: a trace, or a list of jobs with times of submission and sizes; and
 * the ends of the jobs, in the workload and alone. Out: the workload's makespan, each job's response time and
 * slow-down, and percentiles by class.
 */
package org.spindlebench.analysis.workload;
