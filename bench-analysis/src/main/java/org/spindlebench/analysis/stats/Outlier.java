package org.spindlebench.analysis.stats;

/**
 * A value that lies far from the others of its cell, by the rule of {@link Outliers}.
 *
 * @param index its place in the cell, from 0
 */
public record Outlier(int index, double value) {}
