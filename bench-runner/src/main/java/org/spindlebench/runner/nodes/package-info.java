/**
 * Measures the work of nodes during a run.
 *
 * <p>In: samples of the probe, the bounds of the run, daemons and stored files. Out: for each node, its metrics,
 * network paths and samples; checks that nothing but storage changed the run.
 */
package org.spindlebench.runner.nodes;
