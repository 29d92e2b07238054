package org.spindlebench.analysis.cost;

/** A price list that knows none of the measured setups: a mistake of the user's. The message says what to do. */
public final class NothingPricedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingPricedException(String message) {
        super(message);
    }
}
