package org.spindlebench.analysis.stats;

/**
 * A value that lies far from the others of its cell.
 *
 * @param index its place in the cell, from 0
 * @param byMad whether |value − median| exceeds 14.826 median absolute deviations
 * @param byFences whether it lies outside Tukey's fences
 */
public record Outlier(int index, double value, boolean byMad, boolean byFences) {
    boolean isFlagged() {
        return byMad || byFences;
    }
}
