package org.spindlebench.analysis.stats;

import java.util.List;

/**
 * Comparison of setups that are visited: where changing to a setup needs a restart, a swap of devices or fresh input, runs within one
 * visit depend on each other, and the unit is the visit, not the run.
 *
 * <p>With as much variance between visits as within, Fieller's 95 % interval over five runs of one visit covers 64 %
 * (simulated in {@code SimulationTest}).
 */
public final class Visits {
    private Visits() {}

    /**
     * {@link SpeedUp} of the visits' means: the ratio of the means of visit means, every visit weighing the same, however many runs it
     * has. With one visit on either side there is no interval, and the basis is {@link SpeedUp.Basis#CONFOUNDED_WITH_TIME}.
     *
     * @param baselineVisits the runs of each visit to the baseline; at least one visit
     * @param contenderVisits those of the contender
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static SpeedUp speedUp(List<Cell> baselineVisits, List<Cell> contenderVisits, double confidence) {
        return speedUp(units(baselineVisits, contenderVisits), confidence);
    }

    /** The same of {@link #units}. */
    public static SpeedUp speedUp(CellPair units, double confidence) {
        Interval.requireConfidence(confidence);
        return units.isRepeated()
                ? SpeedUp.of(units, confidence)
                : SpeedUp.without(units.ratioOfMeans(), SpeedUp.Basis.CONFOUNDED_WITH_TIME);
    }

    /**
     * {@link Interaction} of {@link #units} under two values of a factor. Where a setup was visited once under one of them there is no
     * interval, and the basis is {@link SpeedUp.Basis#CONFOUNDED_WITH_TIME}.
     *
     * @param first under the factor's first value
     * @param second under its second value
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Interaction interaction(CellPair first, CellPair second, double confidence) {
        return Interaction.of(first, second, confidence, SpeedUp.Basis.CONFOUNDED_WITH_TIME);
    }

    /** The visits' means, as the values that every other comparison takes, too. */
    public static CellPair units(List<Cell> baselineVisits, List<Cell> contenderVisits) {
        return new CellPair(means("baseline", baselineVisits), means("contender", contenderVisits));
    }

    private static Cell means(String side, List<Cell> visits) {
        if (visits.isEmpty()) {
            throw new IllegalArgumentException("the " + side + " needs at least one visit");
        }
        return Cell.of(visits.stream().map(Cell::mean).toList());
    }
}
