/**
 * What streams did over time. In: for each stream its points of time and bytes. Out: their throughput over a common grid, its
 * steady state, and the distribution of the streams' own rates. Bytes per second throughout; absent where it does not exist.
 */
package org.spindlebench.analysis.throughput;
