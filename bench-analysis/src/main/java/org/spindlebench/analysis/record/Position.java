package org.spindlebench.analysis.record;

/**
 * Where a run stood in the plan.
 *
 * @param index from 1, in the order of execution, warm-ups among them
 * @param total runs in the plan; without warm-ups, which count for nothing
 * @param block the randomised complete block, from 1
 * @param repeat the repeat of its cell, from 1
 * @param seed the plan's seed: order and data follow from it
 * @param visit the visit to its setup, from 1: runs between two changes of the setup that restart daemons; null where no setup
 *     was changed so
 */
public record Position(int index, int total, int block, int repeat, long seed, Integer visit) {
    /** A run of a campaign that changed no setup. */
    public Position(int index, int total, int block, int repeat, long seed) {
        this(index, total, block, repeat, seed, null);
    }
}
