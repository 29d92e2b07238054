package org.spindlebench.analysis.compare;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.ObservedPair;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One job on two setups.
 *
 * @param settings what both share
 * @param across settings in which they differ although they are compared, by name
 * @param baseline the baseline's cell
 * @param contender the contender's cell
 * @param observations what the statistics count: durations of runs, or means of visits
 * @param unit which of the two
 * @param speedUp how many times as fast the contender is, by means of the observations, with Fieller's interval. Above 1: faster
 * @param tests what else was asked of the same durations
 * @param withoutOutliers the speed-up without the runs that stand out (see {@link org.spindlebench.analysis.stats.Outliers}), to show what
 *     hangs on them; null where none does, and where visits are compared
 * @param paired by blocks, where both setups were run in the same ones; else null
 * @param warnings doubts
 */
public record Comparison(
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        CellSummary baseline,
        CellSummary contender,
        CellPair observations,
        Unit unit,
        SpeedUp speedUp,
        Tests tests,
        SpeedUp withoutOutliers,
        Paired paired,
        List<Warning> warnings) {
    /** What one observation is. */
    public enum Unit {
        /** The duration of one run. */
        RUN,
        /** The mean duration of one visit to a setup: runs within a visit are dependent. */
        VISIT;

        /** A stable word for programs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Comparison {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        across = Collections.unmodifiableSortedMap(new TreeMap<>(across));
        Objects.requireNonNull(speedUp, "speedUp");
        Objects.requireNonNull(tests, "tests");
        warnings = List.copyOf(warnings);
    }

    /** The job that was compared. */
    public String job() {
        return baseline.subject().job();
    }

    /** The baseline's setup. */
    public String baselineSetup() {
        return baseline.subject().setup();
    }

    /** The contender's setup. */
    public String contenderSetup() {
        return contender.subject().setup();
    }

    /**
     * Whether the contender is slower by more than a share of the baseline's duration, for sure: the whole interval of the normalised
     * duration lies above 1 + share.
     *
     * @param share 0 or more, such as 0.05
     */
    public boolean isSlowerBy(double share) {
        // Not by the normalised interval, which has no upper bound where the speed-up's lower one is not above 0.
        return speedUp.interval()
                .map(interval -> interval.high() * (1 + share) < 1)
                .orElse(false);
    }

    /** What the statistics count, with what one observation is. */
    public ObservedPair observed() {
        return new ObservedPair(observations, unit == Unit.VISIT);
    }

    Comparison withHolm(Double p) {
        return with(tests.withHolm(p), warnings);
    }

    Comparison withWarnings(List<Warning> doubts) {
        return with(tests, doubts);
    }

    private Comparison with(Tests other, List<Warning> doubts) {
        return new Comparison(
                settings,
                across,
                baseline,
                contender,
                observations,
                unit,
                speedUp,
                other,
                withoutOutliers,
                paired,
                doubts);
    }
}
