/**
 * What collectors of a site wrote while Spindle ran: {@code iostat} and {@code collectl}.
 *
 * <p>In: their files, and the {@link org.spindlebench.analysis.collector.Collector.TimeWindow}s of runs. Out: the
 * {@link org.spindlebench.analysis.record.NodeMetrics} of each window. Files are read once, from begin to end; what is kept is a sum for
 * each window, node and device.
 */
package org.spindlebench.analysis.collector;
