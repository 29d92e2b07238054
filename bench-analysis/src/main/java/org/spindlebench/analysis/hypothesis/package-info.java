/**
 * Claims about setups, and whether measured durations bear them out.
 *
 * <p>In: hypotheses, and durations of jobs on two setups. Out: a verdict on each with its evidence. Knows neither records nor files: who
 * calls it groups the runs. The rules are in {@code docs/method.md}.
 */
package org.spindlebench.analysis.hypothesis;
