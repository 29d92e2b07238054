/**
 * Collects information about a job after its end.
 *
 * <p>In: the ended job's id, or the file of a history. Out: the job's history and metrics, or a record. To add a
 * metric, write a class and add it to {@link org.spindlebench.runner.collect.Collectors#METRICS}.
 */
package org.spindlebench.runner.collect;
