/**
 * Computes the throughput of streams over time. In: each stream's bytes at points of time. Out: the streams' throughput
 * over a common grid, its steady state, and the distribution of the streams' own rates. Rates are in bytes per second,
 * and omitted if they do not exist.
 */
package org.spindlebench.analysis.throughput;
