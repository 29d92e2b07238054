/**
 * Computes statistics of the tasks of one run. In: the attempts and counters of a {@code RunRecord}. Out: durations of
 * phases, numbers of concurrent tasks, waves, stragglers, the places of maps, and the ends of attempts. Times are
 * seconds; shares and ratios are fractions.
 */
package org.spindlebench.analysis.task;
