/**
 * Judges whether measured durations support claims about setups.
 *
 * <p>In: hypotheses, and durations of jobs on two setups. Out: a verdict on each hypothesis, with its evidence. The
 * package knows neither records nor files: the caller groups the runs. The rules are in {@code docs/statistics.md}.
 */
package org.spindlebench.analysis.hypothesis;
