package org.spindlebench.analysis.stats;

import java.util.Objects;

/**
 * What was observed of one job on two setups, with what one observation is.
 *
 * @param values durations of runs, or means of visits
 * @param visits whether each value is the mean of a visit (see {@link Visits}); else each is a run
 */
public record ObservedPair(CellPair values, boolean visits) {
    public ObservedPair {
        Objects.requireNonNull(values, "values");
    }

    /** {@link SpeedUp} of the observations; {@link SpeedUp.Basis#CONFOUNDED_WITH_TIME} where a setup was visited once. */
    public SpeedUp speedUp(double confidence) {
        return visits ? Visits.speedUp(values, confidence) : SpeedUp.of(values, confidence);
    }

    /** {@link Interaction}: the speed-up of another pair over this one's. */
    public Interaction interaction(ObservedPair second, double confidence) {
        return visits || second.visits
                ? Visits.interaction(values, second.values, confidence)
                : Interaction.of(values, second.values, confidence);
    }

    /** Baseline and contender changed over. */
    public ObservedPair swapped() {
        return new ObservedPair(values.swapped(), visits);
    }
}
