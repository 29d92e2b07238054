package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.MannWhitney;
import org.spindlebench.analysis.stats.MannWhitney.HodgesLehmann;
import org.spindlebench.analysis.stats.NotConvergedException;
import org.spindlebench.analysis.stats.Permutation;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * What is asked of a pair of cells beside the ratio of their means. What does not exist is null.
 *
 * @param welch Welch's t test on logs, with the ratio of geometric means; null where a cell has one run or no run varies
 * @param pHolm its p-value after Holm's correction for the jobs of one baseline, contender and settings
 * @param pScreen its p-value after Holm's correction for everything that is claimed of the same runs; null as {@code welch}
 * @param mannWhitney the two-sided {@link MannWhitney} test; null where a side has one observation
 * @param pPermutation the exact {@link Permutation} test of the difference of mean logarithms; null above {@link
 *     MannWhitney#MOST_SPLITS} splits
 * @param hodgesLehmann null where it was not found; the {@link HodgesLehmann} ratio. Above 1: the contender is faster
 * @param detectable the least ratio above 1 that these numbers of observations with their variation find with the power {@link
 *     #POWER}, by {@link Power#detectableRatio(SamplePair, double, double)}; null where a cell has one run or no run varies
 * @param runsNeeded observations on each side that the interval of the ratio would need to be within {@link #PRECISION} of it, by
 *     the variation seen
 * @param unfinished in words, what took more steps than it can need, and is therefore not there
 */
public record Tests(
        LogWelch welch,
        Double pHolm,
        Double pScreen,
        MannWhitney mannWhitney,
        Double pPermutation,
        Double hodgesLehmann,
        Double detectable,
        Integer runsNeeded,
        List<String> unfinished) {
    /** The power with which a detectable ratio is found. */
    public static final double POWER = 0.8;

    /**
     * Of normally distributed logarithms, 4 to 10 a side, whatever they truly differ by, a p below .05 and one of 4 times as much or more come together in
     * at most 0.09 % of comparisons; a p below .05 and one above do in up to 17 %.
     */
    private static final double APART = 4;

    /** The precision that needed runs are told for: the interval of the ratio within so much of it. */
    public static final double PRECISION = 0.05;

    public Tests {
        unfinished = List.copyOf(unfinished);
    }

    static Tests of(VisitedPair samples, Between between, double confidence) {
        SamplePair pair = samples.observations();
        boolean repeated = pair.baseline().n() > 1 && pair.contender().n() > 1;
        List<String> unfinished = new ArrayList<>();
        return new Tests(
                finished(() -> samples.welch(confidence, between).orElse(null), unfinished),
                null,
                null,
                repeated ? MannWhitney.of(pair) : null,
                repeated ? Absent.orNull(Permutation.of(pair).p()) : null,
                finished(() -> HodgesLehmann.ratio(pair), unfinished),
                finished(() -> Absent.orNull(Power.detectableRatio(pair, POWER, confidence)), unfinished),
                finished(() -> runsNeeded(pair, confidence), unfinished),
                unfinished);
    }

    /** Null, with the reason noted, where a statistic does not end: all others stand. */
    static <T> T finished(Supplier<T> statistic, List<String> unfinished) {
        try {
            return statistic.get();
        } catch (NotConvergedException e) {
            unfinished.add(e.getMessage());
            return null;
        }
    }

    /** The exact p of {@link #mannWhitney}; null where it was not found exactly. */
    public Double pExact() {
        return mannWhitney == null || mannWhitney.method() != MannWhitney.Method.EXACT
                ? null
                : Absent.orNull(mannWhitney.p());
    }

    /** By the greater of the two coefficients of variation; null where a side has one observation or does not vary. */
    private static Integer runsNeeded(SamplePair pair, double confidence) {
        OptionalDouble baseline = pair.baseline().cv();
        OptionalDouble contender = pair.contender().cv();
        double cv = Math.max(baseline.orElse(0), contender.orElse(0));
        return baseline.isEmpty() || contender.isEmpty() || cv == 0
                ? null
                : (Integer) Power.runsNeeded(cv, PRECISION, confidence);
    }

    Tests withHolm(Double p) {
        return new Tests(
                welch, p, pScreen, mannWhitney, pPermutation, hodgesLehmann, detectable, runsNeeded, unfinished);
    }

    Tests withScreen(Double p) {
        return new Tests(welch, pHolm, p, mannWhitney, pPermutation, hodgesLehmann, detectable, runsNeeded, unfinished);
    }

    /**
     * Whether the test on logs and the one of ranks say different things: one p is below 1 − confidence, and the other is {@link #APART} times as much or
     * more. Not where one of them does not exist, and not where so few observations could never make the exact one reject.
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
