package org.spindlebench.analysis.stats;

/**
 * Is thrown if an iterative statistic took more steps than it can need, which is an error of the method for these
 * values. All other statistics of the same values are valid.
 */
public final class NotConvergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String statistic;

    /**
     * Makes an exception.
     *
     * @param statistic the computed statistic, such as {@code Hodges–Lehmann ratio}
     * @param sizes the size of its input, such as {@code 5 and 3 values}
     */
    public NotConvergedException(String statistic, String sizes, long steps) {
        super("the " + statistic + " of " + sizes + " has no result after " + steps + " steps");
        this.statistic = statistic;
    }

    /** The computed statistic, in words. */
    public String statistic() {
        return statistic;
    }
}
