package org.spindlebench.jobs.synthetic;

/** Spreads a total over parts: shares differ by at most one, the first ones are larger, nothing is dropped. */
public final class Shares {
    private Shares() {}

    public static long of(long total, int parts, int index) {
        return total / parts + (index < total % parts ? 1 : 0);
    }
}
