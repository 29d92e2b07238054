package org.spindlebench.jobs.device;

import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * The numbers below a bound, each once, in a random order that needs no memory: a Feistel network of four rounds on the next even number
 * of bits, walked until it is below the bound (Black and Rogaway 2002, "Ciphers with arbitrary finite domains").
 */
final class RandomOrder {
    private static final int ROUNDS = 4;

    private final long bound;
    private final long seed;
    private final int half;
    private final long mask;

    /** @param bound above 0 */
    RandomOrder(long bound, long seed) {
        this.bound = bound;
        this.seed = seed;
        this.half = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(bound - 1) + 1) / 2);
        this.mask = (1L << half) - 1;
    }

    /** The number at a place; the order begins again after its end. */
    long at(long place) {
        long number = place % bound;
        do {
            number = permuted(number);
        } while (number >= bound);
        return number;
    }

    private long permuted(long number) {
        long left = number >>> half;
        long right = number & mask;
        for (int round = 1; round <= ROUNDS; round++) {
            long next = left ^ (SplitMix.mix(SplitMix.mix(seed + round * SplitMix.STEP) + right) & mask);
            left = right;
            right = next;
        }
        return (left << half) | right;
    }
}
