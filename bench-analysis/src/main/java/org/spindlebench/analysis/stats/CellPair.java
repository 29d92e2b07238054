package org.spindlebench.analysis.stats;

import java.util.Objects;

// TEMPORARY COPY, to be replaced by the class of the same name and signature when the branches meet.
/** Durations of the same job on two setups. */
public record CellPair(Cell baseline, Cell contender) {
    public CellPair {
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(contender, "contender");
    }
}
