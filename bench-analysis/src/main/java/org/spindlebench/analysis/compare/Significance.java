package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.MannWhitney;
import org.spindlebench.analysis.stats.MannWhitney.HodgesLehmann;
import org.spindlebench.analysis.stats.NotConvergedException;
import org.spindlebench.analysis.stats.Permutation;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * Statistics of a pair of cells in addition to the ratio of their means. A statistic that does not exist is null.
 *
 * @param welch Welch's t test on logs, with the ratio of geometric means; null if a cell has one run, or if neither
 *     cell varies
 * @param pHolm the p of {@code welch} after Holm's correction over the jobs with the same baseline, contender and
 *     settings
 * @param mannWhitney the two-sided {@link MannWhitney} test; null if a side has one observation
 * @param pPermutation the exact {@link Permutation} test of the difference of mean logarithms; null above {@link
 *     MannWhitney#MOST_SPLITS} splits
 * @param hodgesLehmann the {@link HodgesLehmann} ratio, above 1 if the contender is faster; null if its computation did
 *     not converge
 * @param detectable the smallest ratio above 1 that this number of observations detects with the power {@link #POWER},
 *     by {@link Power#detectableRatio(SamplePair, double, double)}. Null if a cell has one run, or if neither cell
 *     varies
 * @param runsNeeded the number of observations on each side with which the ratio's interval would be within {@link
 * #PRECISION} of the ratio. It is estimated from the observed variation
 * @param unfinished descriptions of statistics that are missing because they did not converge
 */
public record Significance(
        LogWelch welch,
        Double pHolm,
        MannWhitney mannWhitney,
        Double pPermutation,
        Double hodgesLehmann,
        Double detectable,
        Integer runsNeeded,
        List<String> unfinished) {
    /** The power that the detectable ratio has. */
    public static final double POWER = 0.8;

    /**
     * Two tests disagree if one p is below 1 − confidence, and the other is at least this many times 1 − confidence.
     * With normally distributed logarithms and 4 to 10 observations per side, at most 0.09 % of comparisons have one p
     * below .05 and the other at least 4 times .05. This holds for every true difference. Up to 17 % have one p below
     * .05 and the other above.
     */
    private static final double APART = 4;

    /** The relative distance of the interval's bounds from the ratio that the needed runs reach. */
    public static final double PRECISION = 0.05;

    public Significance {
        unfinished = List.copyOf(unfinished);
    }

    static Significance of(VisitedPair samples, CampaignDeviation between, double confidence) {
        SamplePair pair = samples.observations();
        boolean repeated = pair.baseline().n() > 1 && pair.contender().n() > 1;
        List<String> unfinished = new ArrayList<>();
        return new Significance(
                finished(() -> samples.welch(confidence, between).orElse(null), unfinished),
                null,
                repeated ? MannWhitney.of(pair) : null,
                repeated ? OmittedValues.orNull(Permutation.of(pair).p()) : null,
                finished(() -> HodgesLehmann.ratio(pair), unfinished),
                finished(() -> OmittedValues.orNull(Power.detectableRatio(pair, POWER, confidence)), unfinished),
                finished(() -> runsNeeded(pair, confidence), unfinished),
                unfinished);
    }

    /** Returns a statistic; null, with a note, if it does not converge. */
    static <T> T finished(Supplier<T> statistic, List<String> unfinished) {
        try {
            return statistic.get();
        } catch (NotConvergedException e) {
            unfinished.add(e.getMessage());
            return null;
        }
    }

    /** Returns the exact p of {@link #mannWhitney}; null if there is none. */
    public Double pExact() {
        return mannWhitney == null || mannWhitney.method() != MannWhitney.Method.EXACT
                ? null
                : OmittedValues.orNull(mannWhitney.p());
    }

    /** Returns the observations needed by the greater CV; null if a side has one observation, or neither varies. */
    private static Integer runsNeeded(SamplePair pair, double confidence) {
        OptionalDouble baseline = pair.baseline().cv();
        OptionalDouble contender = pair.contender().cv();
        double cv = Math.max(baseline.orElse(0), contender.orElse(0));
        return baseline.isEmpty() || contender.isEmpty() || cv == 0
                ? null
                : (Integer) Power.runsNeeded(cv, PRECISION, confidence);
    }

    Significance withHolm(Double p) {
        return new Significance(welch, p, mannWhitney, pPermutation, hodgesLehmann, detectable, runsNeeded, unfinished);
    }

    /**
     * Checks whether the test on logs and the test of ranks contradict each other: one p is below 1 − confidence, and
     * the other is at least {@link #APART} times 1 − confidence. They do not contradict each other if a test is
     * missing, or if too few observations exist for the test of ranks to reject at all.
     */
    boolean disagree(double confidence) {
        if (welch == null || mannWhitney == null || mannWhitney.p().isEmpty()) {
            return false;
        }
        double alpha = 1 - confidence;
        double ofRanks = mannWhitney.p().getAsDouble();
        return mannWhitney.couldReject(alpha)
                && Math.min(welch.p(), ofRanks) < alpha
                && Math.max(welch.p(), ofRanks) >= APART * alpha;
    }
}
