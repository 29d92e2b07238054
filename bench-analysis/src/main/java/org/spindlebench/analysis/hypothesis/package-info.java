/**
 * Claims about setups, and whether measured durations support them.
 *
 * <p>In: hypotheses, and durations of jobs on two setups. Out: a verdict on each with its evidence. The package knows
 * neither records nor files: its caller groups the runs. The rules are in {@code docs/method.md}.
 */
package org.spindlebench.analysis.hypothesis;
