/**
 * Collects information about a job after its end.
 *
 * <p>In: the ended job's id. Out: the job's history and its metrics. To add a metric, write a class and add it to
 * {@link org.spindlebench.runner.collect.Collectors#METRICS}.
 */
package org.spindlebench.runner.collect;
