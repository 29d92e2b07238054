/**
 * Collects information about a job after it has ended.
 *
 * <p>In: the ended job's id. Out: its history and its metrics. To add a metric, write a class and one line in
 * {@link org.spindlebench.runner.collect.Collectors#METRICS}.
 */
package org.spindlebench.runner.collect;
