package org.spindlebench.analysis.node;

/**
 * What happened to a counter from one reading to the next.
 *
 * @param increase by how much it grew; of one that began again at 0 with the wrap added
 * @param back whether it is less than it was, as a number without a sign
 * @param known whether that can be told: false where it was set back
 */
record CounterStep(long increase, boolean back, boolean known) {
    private static final long WRAP = 1L << 32;

    static CounterStep between(long before, long now) {
        // Without a sign: the difference of two such numbers is right even where they look negative.
        boolean back = Long.compareUnsigned(now, before) < 0;
        // From anywhere else it did not wrap, but was set back: an interface that was made anew, a device that was
        // replaced.
        boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
        long step = back ? now + WRAP - before : now - before;
        return new CounterStep(step, back, back ? nearItsEnd && step < WRAP / 2 : step >= 0);
    }
}
