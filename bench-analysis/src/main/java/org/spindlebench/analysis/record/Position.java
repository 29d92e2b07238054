package org.spindlebench.analysis.record;

/**
 * Where a run stood in the plan.
 *
 * @param index from 1, in the order of execution
 * @param total runs in the plan
 * @param block the randomised complete block, from 1
 * @param repeat the repeat of its cell, from 1
 * @param seed the plan's seed: order and data follow from it
 */
public record Position(int index, int total, int block, int repeat, long seed) {}
