package org.spindlebench.runner.conf;

import java.util.Locale;

/** The order in which an experiment visits its setups. */
public enum VisitOrder {
    /**
     * Each block of visits, which holds every setup once in an order of chance, is followed by the same block in reverse: a
     * linear drift falls on all setups alike after every second block.
     */
    ABBA,
    /** Randomised complete blocks: each holds every setup once, in an order of chance of its own. */
    BLOCKS,
    /** All visits to one setup, then all to the next: a drift looks like a difference of the setups. */
    SEQUENTIAL;

    /** The word that files use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
