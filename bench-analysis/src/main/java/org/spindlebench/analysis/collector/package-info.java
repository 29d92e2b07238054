/**
 * Reads files that a site's own collectors, {@code iostat} and {@code collectl}, wrote while Spindle ran.
 *
 * <p>In: the collectors' files, and the {@link org.spindlebench.analysis.collector.Collector.TimeWindow}s of runs. Out:
 * the {@link org.spindlebench.analysis.record.NodeMetrics} of each window. Files are read once, from start to end; only
 * a sum for each window, node and device is kept.
 */
package org.spindlebench.analysis.collector;
