/**
 * Reads the files of a site's own collectors, {@code iostat} and {@code collectl}, that were written while Spindle ran.
 *
 * <p>In: their files, and the {@link org.spindlebench.analysis.collector.Collector.TimeWindow}s of runs. Out: the
 * {@link org.spindlebench.analysis.record.NodeMetrics} of each window. Files are read once, from start to end; only a
 * sum for each window, node and device is kept.
 */
package org.spindlebench.analysis.collector;
