/**
 * Collects information about a job after it has ended.
 *
 * <p>In: the ended job's id. Out: one plain record per collector. To add a metric, write a collector and one line in
 * {@link org.spindlebench.runner.collect.Collectors}.
 */
package org.spindlebench.runner.collect;
