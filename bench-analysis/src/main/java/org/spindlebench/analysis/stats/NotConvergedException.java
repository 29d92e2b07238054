package org.spindlebench.analysis.stats;

/**
 * A statistic that is found step by step and took more steps than it can need: an error of the method for these values. All other
 * figures of the same values stand.
 */
public final class NotConvergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String statistic;

    /**
     * @param statistic what was computed, such as {@code Hodges–Lehmann ratio}
     * @param sizes of what it was computed, such as {@code 5 and 3 values}
     */
    public NotConvergedException(String statistic, String sizes, long steps) {
        super("the " + statistic + " of " + sizes + " has no result after " + steps + " steps");
        this.statistic = statistic;
    }

    /** What was computed, in words. */
    public String statistic() {
        return statistic;
    }
}
