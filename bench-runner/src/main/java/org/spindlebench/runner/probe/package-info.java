/**
 * Samples nodes for as long as a campaign runs, and hands back what they did during each run. In: the instants between which a run
 * took place. Out: the kernel's counters of every node in that window.
 */
package org.spindlebench.runner.probe;
