/**
 * Computes how the tasks of one run ran. In: the attempts and counters of a {@code RunRecord}. Out: durations of
 * phases, numbers of concurrent tasks, waves, stragglers, where maps ran, and how attempts ended. Times are seconds;
 * shares and ratios are fractions.
 */
package org.spindlebench.analysis.task;
