/**
 * Computes what the tasks of one run did over time. In: the attempts and counters of a {@code RunRecord}. Out:
 * durations of phases, tasks running at once, waves, stragglers, where maps ran, and killed attempts. Times are
 * seconds; shares and ratios are fractions.
 */
package org.spindlebench.analysis.task;
