/**
 * What the tasks of one run did over time. In: the attempts and counters of a {@code RunRecord}. Out: figures of phases, how many tasks
 * ran at once, waves, stragglers, where maps ran, and what was killed. Seconds throughout; shares and ratios are fractions.
 */
package org.spindlebench.analysis.task;
