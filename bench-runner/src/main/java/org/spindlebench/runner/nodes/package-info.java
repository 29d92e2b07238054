/**
 * Measures what nodes did during a run.
 *
 * <p>In: samples of the probe, and the bounds of the run. Out: windows of each node, its network paths and files of
 * samples.
 */
package org.spindlebench.runner.nodes;
