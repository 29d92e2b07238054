package org.spindlebench.analysis.cell;

/**
 * How the runs of a cell ended. A run that was interrupted or set aside, and has been repeated, is not counted: its repeat is.
 *
 * @param ok valid runs with a duration: those in the figures
 * @param untimed valid runs without a duration
 * @param invalid runs whose proof failed
 * @param failed runs that failed
 * @param interrupted runs that were interrupted and not repeated
 */
public record RunCounts(int ok, int untimed, int invalid, int failed, int interrupted) {
    /** All runs that count. */
    public int total() {
        return ok + untimed + invalid + failed + interrupted;
    }
}
