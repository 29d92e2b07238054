/**
 * Samples nodes while a campaign runs, and returns their activity during each run.
 *
 * <p>In: the instants between which a run took place. Out: the kernel's counters of every node in that window.
 */
package org.spindlebench.runner.probe;
