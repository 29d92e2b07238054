package org.spindlebench.analysis.compare;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.RatioDistribution;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The comparison of one job on two setups.
 *
 * @param across settings in which the compared sides differ, by name
 * @param samples the observations: durations of runs, or means of visits
 * @param between the variance between campaigns; null if it was not needed or is unknown
 * @param speedUp the contender's speed-up; above 1 if it is faster. It is the ratio of the observations' means, with
 *     Fieller's interval. If {@code between} was needed, it is the ratio of geometric means
 * @param withoutOutliers the speed-up without the runs that stand out (see {@link
 *     org.spindlebench.analysis.stats.Outliers}), to show their influence. Null if no run stands out, or visits are
 *     compared
 * @param paired the comparison by blocks; null if the setups were not run in the same blocks
 * @param claim that the contender is faster or slower, with the warnings about the comparison
 */
public record Comparison(
        SortedMap<String, Difference> across,
        CellSummary baseline,
        CellSummary contender,
        VisitedPair samples,
        CampaignDeviation between,
        SpeedUp speedUp,
        Significance tests,
        SpeedUp withoutOutliers,
        Paired paired,
        Claim claim)
        implements Claimed<Comparison> {
    /** Returns the kind of one observation. */
    public enum Unit {
        /** The duration of one run. */
        RUN,
        /** The mean duration of one visit to a setup, because runs within a visit are dependent. */
        VISIT;

        static Unit of(boolean isVisited) {
            return isVisited ? VISIT : RUN;
        }

        /** Returns the word for programs, which never changes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Comparison {
        across = Collections.unmodifiableSortedMap(new TreeMap<>(across));
        Objects.requireNonNull(speedUp, "speedUp");
        Objects.requireNonNull(tests, "tests");
        Objects.requireNonNull(claim, "claim");
    }

    /** Returns the observations: durations of runs, or means of visits. */
    public SamplePair observations() {
        return samples.observations();
    }

    /** Returns the compared quantity, such as the duration. */
    public Quantity quantity() {
        return baseline.quantity();
    }

    public Unit unit() {
        return Unit.of(samples.isVisited());
    }

    /**
     * Checks whether the order of the sides in time was examined. The order is not examined if a side has only one
     * observation, if times are unknown, or if the known variance between campaigns takes its place.
     */
    public boolean isOrderExamined() {
        return between == null && RunOrder.first(baseline, contender).isPresent();
    }

    /** Returns the reasons to distrust the comparison. */
    public List<Warning> warnings() {
        return claim.notes();
    }

    public String baselineSetup() {
        return baseline.subject().setup();
    }

    public String contenderSetup() {
        return contender.subject().setup();
    }

    /** Returns the test of the typical runs' ratio; null if there is none. */
    RatioDistribution test() {
        return tests.welch() == null ? null : tests.welch().test();
    }

    Comparison withHolm(Double p) {
        return with(tests.withHolm(p), claim);
    }

    @Override
    public Comparison with(Claim corrected) {
        return with(tests, corrected);
    }

    private Comparison with(Significance other, Claim judged) {
        return new Comparison(
                across, baseline, contender, samples, between, speedUp, other, withoutOutliers, paired, judged);
    }
}
