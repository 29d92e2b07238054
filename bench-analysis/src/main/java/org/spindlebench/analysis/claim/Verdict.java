package org.spindlebench.analysis.claim;

import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** The verdict of runs on a claim. All verdicts of reports, gates and hypotheses are made here. */
public enum Verdict {
    /** The contender is faster, even after the correction for all claims of the family. */
    FASTER("faster"),
    /** The contender is slower, even after the correction for all claims of the family. */
    SLOWER("slower"),
    /** The two differ by less than the margin, even after the correction for all claims of the family. */
    SAME("same"),
    /** The contender is slower than a limit allows. */
    BEYOND("beyond the limit"),
    /** The contender is not slower than a limit allows. */
    WITHIN("within the limit"),
    /** Every measurement supports the hypothesis. */
    SUPPORTED("supported"),
    /** At least one measurement contradicts the hypothesis. */
    CONTRADICTED("contradicted"),
    /** The runs allow no verdict. */
    UNDECIDED("undecided"),
    /** Nothing contradicts the hypothesis, but at least one job kept the slower setup too idle to support it. */
    NOT_TESTED("not-tested");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** Returns the verdict in words, which never change, for people and programs. */
    public String word() {
        return word;
    }

    /** Checks whether something is claimed: a difference, or that there is none. */
    public boolean isClaimed() {
        return this != UNDECIDED && this != NOT_TESTED;
    }

    /** Checks whether a difference is claimed. */
    public boolean isDifference() {
        return this == FASTER || this == SLOWER;
    }

    /**
     * Judges a ratio of durations. A contender is faster or slower if p allows it, and if means and typical runs differ
     * in the same direction. Otherwise, the two are the same if the other p allows it. The interval decides nothing.
     *
     * @param ratio of means, above 1 if the contender is faster
     * @param typical the ratio of typical runs, to which both p belong
     * @param difference the corrected p for no difference; null if there is none
     * @param same the corrected p for a difference beyond the margin; null if there is none
     */
    public static Verdict of(double ratio, double typical, Double difference, Double same, double confidence) {
        if (difference != null && difference < 1 - confidence) {
            return (ratio - 1) * (typical - 1) > 0 ? ratio > 1 ? FASTER : SLOWER : UNDECIDED;
        }
        return of(SAME, UNDECIDED, same, confidence);
    }

    /**
     * Judges a claim that has one p.
     *
     * @param claimed the verdict if p allows it
     * @param open the verdict otherwise
     * @param p the corrected p; null if there is none
     */
    public static Verdict of(Verdict claimed, Verdict open, Double p, double confidence) {
        return p != null && p < 1 - confidence ? claimed : open;
    }

    /** Why runs allow no verdict. */
    public enum Reason {
        /** A side has a single run. */
        ONE_RUN("one run only"),
        /** A side was visited only once, so the effect of the setup cannot be separated from the effect of time. */
        ONE_VISIT("one visit only"),
        /** There are too few runs, or they vary too much, for an interval. */
        TOO_FEW("too few runs"),
        /** All runs of a side took equally long, so nothing can be tested. */
        NO_VARIATION("no variation"),
        /** There are too few settings for an interval that covers other settings, too. */
        TOO_FEW_SETTINGS("too few settings"),
        /** The contender is faster under some settings and slower under others, by the interaction's own test. */
        DEPENDS("depends on settings"),
        /** A hypothesis that was stated before the first run decides about this pair. */
        HYPOTHESIS("by its hypothesis"),
        /** The campaign was extended after an earlier look had made this claim, and a claim that was made stays. */
        EARLIER_LOOK("at an earlier look"),
        /** The mean run and the typical run differ in opposite directions. */
        MEANS_DISAGREE("means and typical runs disagree"),
        /** The interval leaves out 1, but among all claims of the family that may be chance. */
        MAY_BE_CHANCE("may be chance"),
        /** The interval contains 1, and a difference beyond the margin is possible, too. */
        MAY_DIFFER("may differ");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** Returns the reason in a few words. */
        public String word() {
            return word;
        }

        static Reason of(SpeedUp.IntervalBasis basis, Interval interval) {
            return switch (basis) {
                case INTERVAL -> interval != null && interval.contains(1) ? MAY_DIFFER : MAY_BE_CHANCE;
                case SINGLE_RUN -> ONE_RUN;
                case CONFOUNDED_WITH_TIME -> ONE_VISIT;
                case NO_VARIATION -> NO_VARIATION;
                case UNBOUNDED -> TOO_FEW;
            };
        }
    }
}
