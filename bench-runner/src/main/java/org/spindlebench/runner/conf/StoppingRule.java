package org.spindlebench.runner.conf;

/**
 * When an experiment ends before its last visit: as soon as every speed-up's interval is narrow enough.
 *
 * @param within the farthest that either end of an interval may lie from its speed-up, as a share of it, such as 0.05
 * @param atLeast visits to each setup before the first look
 */
public record StoppingRule(double within, int atLeast) {
    /** With fewer, an interval that is narrow by chance ends the experiment too often to cover what it claims. */
    public static final int LEAST = 6;
}
