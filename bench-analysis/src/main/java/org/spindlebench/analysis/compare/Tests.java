package org.spindlebench.analysis.compare;

import java.util.OptionalDouble;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.HodgesLehmann;
import org.spindlebench.analysis.stats.LogWelch;
import org.spindlebench.analysis.stats.MannWhitney;
import org.spindlebench.analysis.stats.Permutation;
import org.spindlebench.analysis.stats.Power;

/**
 * What is asked of a pair of cells beside the ratio of their means. What does not exist is null.
 *
 * @param welch Welch's t test on logs, with the ratio of geometric means; null where a cell has one run or no run varies
 * @param pHolm its p-value after Holm's correction for the jobs of one baseline, contender and settings
 * @param pExact the exact two-sided {@link MannWhitney} test; null where only an approximate one exists
 * @param pPermutation the exact {@link Permutation} test of the difference of mean logarithms; null above {@link
 *     MannWhitney#MOST_SPLITS} splits
 * @param hodgesLehmann the {@link HodgesLehmann} ratio. Above 1: the contender is faster
 * @param detectable the least ratio above 1 that these numbers of observations with their variation find with the power {@link
 *     #POWER}, by {@link Power#detectableRatio(CellPair, double, double)}; null where a cell has one run or no run varies
 * @param runsNeeded observations on each side that the interval of the ratio would need to be within {@link #PRECISION} of it, by
 *     the variation seen
 */
public record Tests(
        LogWelch welch,
        Double pHolm,
        Double pExact,
        Double pPermutation,
        double hodgesLehmann,
        Double detectable,
        Integer runsNeeded) {
    /** The power with which a detectable ratio is found. */
    public static final double POWER = 0.8;

    /** The precision that needed runs are told for: the interval of the ratio within so much of it. */
    public static final double PRECISION = 0.05;

    static Tests of(CellPair pair, double confidence) {
        return new Tests(
                LogWelch.of(pair, confidence).orElse(null),
                null,
                exact(MannWhitney.of(pair)),
                Absent.orNull(Permutation.of(pair).p()),
                HodgesLehmann.ratio(pair),
                Absent.orNull(Power.detectableRatio(pair, POWER, confidence)),
                runsNeeded(pair, confidence));
    }

    private static Double exact(MannWhitney test) {
        return test.method() == MannWhitney.Method.EXACT ? Absent.orNull(test.p()) : null;
    }

    /** By the greater of the two coefficients of variation; null where a side has one observation or does not vary. */
    private static Integer runsNeeded(CellPair pair, double confidence) {
        OptionalDouble baseline = pair.baseline().cv();
        OptionalDouble contender = pair.contender().cv();
        double cv = Math.max(baseline.orElse(0), contender.orElse(0));
        return baseline.isEmpty() || contender.isEmpty() || cv == 0
                ? null
                : (Integer) Power.runsNeeded(cv, PRECISION, confidence);
    }

    Tests withHolm(Double p) {
        return new Tests(welch, p, pExact, pPermutation, hodgesLehmann, detectable, runsNeeded);
    }

    /** Whether the test on logs and the exact one say different things; not where one of them does not exist. */
    boolean disagree(double confidence) {
        double alpha = 1 - confidence;
        return welch != null && pExact != null && (welch.p() < alpha) != (pExact < alpha);
    }
}
