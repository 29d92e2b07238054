package org.spindlebench.analysis.stats;

/**
 * Thrown if an iterative statistic took more steps than it should ever need. The method then fails for these values,
 * but all other statistics of the same values are valid.
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

    public String statistic() {
        return statistic;
    }
}
