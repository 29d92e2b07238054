package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Interval;

/**
 * One cost of one setup.
 *
 * @param setup its name
 * @param job the job; null for a figure that is not of one job
 * @param settings the settings of the runs; of a figure over several jobs those that the jobs share; empty for one of
 *     prices alone
 * @param measure what it measures
 * @param unit the unit of value and interval
 * @param value finite
 * @param interval its confidence interval; null where the value is exact or the interval does not exist
 * @param averaging the mean it follows from
 * @param standing its rank
 */
public record CostFigure(
        String setup,
        String job,
        SortedMap<String, String> settings,
        CostMeasure measure,
        String unit,
        double value,
        Interval interval,
        Averaging averaging,
        Standing standing) {
    public CostFigure {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(averaging, "averaging");
        Objects.requireNonNull(standing, "standing");
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(measure.code() + " of " + setup + " is not finite: " + value);
        }
    }

    /** Its place among the setups, 1 for the best; null where no value is better than another. */
    public Integer rank() {
        return standing.rank();
    }

    /** The setups that it cannot be told apart from, by name. */
    public List<String> tiedWith() {
        return standing.tiedWith();
    }

    /**
     * The place of a figure among those of the same measure, job and settings.
     *
     * @param rank 1 plus the number of setups with a better value; null where no value is better than another
     * @param tiedWith setups for which the interval of the ratio of the two, corrected for all pairs of setups, contains 1 or does not exist,
     *     or whose value is equal; of prices alone and of the fastest runs only the last
     */
    public record Standing(Integer rank, List<String> tiedWith) {
        public static final Standing NONE = new Standing(null, List.of());

        public Standing {
            // A copy of what cannot change would take the names that it was made to do without.
            tiedWith = tiedWith instanceof Ranking.Ties ? tiedWith : List.copyOf(tiedWith);
        }
    }
}
