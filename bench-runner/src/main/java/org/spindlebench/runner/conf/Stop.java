package org.spindlebench.runner.conf;

import org.spindlebench.analysis.stats.StoppingRule;

/**
 * When an experiment ends before its last visit: as soon as every speed-up's interval is narrow enough.
 *
 * @param within how narrow, as {@link StoppingRule#precision()}, such as 0.05
 * @param atLeast visits to each setup before the first look
 */
public record Stop(double within, int atLeast) {
    /** As a rule of an experiment with so many visits to each setup. */
    public StoppingRule rule(int visits) {
        return new StoppingRule(atLeast, visits, within);
    }
}
