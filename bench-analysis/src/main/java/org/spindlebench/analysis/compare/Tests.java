package org.spindlebench.analysis.compare;

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
 * @param pExact the exact two-sided {@link MannWhitney} test; null above {@link MannWhitney#MOST_SPLITS} splits
 * @param pPermutation the exact {@link Permutation} test of the difference of mean logarithms; null as above
 * @param hodgesLehmann the {@link HodgesLehmann} ratio. Above 1: the contender is faster
 * @param detectable the least ratio above 1 that these numbers of observations with their variation find with the power {@link
 *     #POWER}, by {@link Power#detectableRatio(CellPair, double, double)}; null where a cell has one run or no run varies
 */
public record Tests(
        LogWelch welch, Double pHolm, Double pExact, Double pPermutation, double hodgesLehmann, Double detectable) {
    /** The power with which a detectable ratio is found. */
    public static final double POWER = 0.8;

    static Tests of(CellPair pair, double confidence) {
        return new Tests(
                LogWelch.of(pair, confidence).orElse(null),
                null,
                Absent.orNull(MannWhitney.of(pair).p()),
                Absent.orNull(Permutation.of(pair).p()),
                HodgesLehmann.ratio(pair),
                Absent.orNull(Power.detectableRatio(pair, POWER, confidence)));
    }

    Tests withHolm(Double p) {
        return new Tests(welch, p, pExact, pPermutation, hodgesLehmann, detectable);
    }

    /** Whether the test on logs and the exact one say different things; not where one of them does not exist. */
    boolean disagree(double confidence) {
        double alpha = 1 - confidence;
        return welch != null && pExact != null && (welch.p() < alpha) != (pExact < alpha);
    }
}
