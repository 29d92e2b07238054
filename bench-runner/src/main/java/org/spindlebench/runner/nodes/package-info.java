/**
 * Measures the work of nodes during a run.
 *
 * <p>In: samples of the probe, and the bounds of the run. Out: for each node, the metrics of windows, its network paths
 * and its samples.
 */
package org.spindlebench.runner.nodes;
