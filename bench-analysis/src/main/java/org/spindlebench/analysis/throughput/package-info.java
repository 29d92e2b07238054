/**
 * Computes what streams did over time. In: for each stream its points of time and bytes. Out: the streams' throughput
 * over a common grid, its steady state, and the distribution of their own rates. Rates are bytes per second, and
 * omitted if they do not exist.
 */
package org.spindlebench.analysis.throughput;
