package org.spindlebench.jobs.wordcount;

import org.spindlebench.jobs.synthetic.Shares;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * The rare words, and which of them a split holds. Word d is at home in split d mod N; some words of each home, spread
 * evenly over it, occur in the next split too. Each map lists its own words without knowing of the others.
 */
final class RareWords {
    /** Letters of every rare word, and of no base word. */
    static final int LENGTH = 8;

    private static final int HALF = LENGTH / 2;
    private static final int LETTERS = 26;
    private static final int HALF_VALUES = LETTERS * LETTERS * LETTERS * LETTERS;
    /** How many there can be. */
    static final long MAX = (long) HALF_VALUES * HALF_VALUES;

    private static final int ROUNDS = 4;

    private final long seed;
    private final long distinct;
    private final long repeated;
    private final int splits;

    /**
     * @param distinct words overall
     * @param repeated how many of them occur in two splits, from 0 to {@code distinct}
     */
    RareWords(long seed, long distinct, long repeated, int splits) {
        this.seed = SplitMix.mix(seed);
        this.distinct = distinct;
        this.repeated = repeated;
        this.splits = splits;
    }

    /** Rare words in a split, each of which occurs there once. */
    long countIn(int split) {
        return homeOf(split) + guestsFrom(previous(split));
    }

    /** The words of a split, one after the other: first those at home, then the guests. */
    Listing listing(int split) {
        return new Listing(split);
    }

    /**
     * Word number d as letters. A Feistel network over two halves of four letters: different numbers give different
     * words, whatever the seed.
     */
    void spell(long number, byte[] word) {
        int left = (int) (number / HALF_VALUES);
        int right = (int) (number % HALF_VALUES);
        for (int round = 0; round < ROUNDS; round++) {
            long key = SplitMix.mix(seed + round * SplitMix.STEP + right);
            int next = (left + (int) Long.remainderUnsigned(key, HALF_VALUES)) % HALF_VALUES;
            left = right;
            right = next;
        }
        letters(left, word, 0);
        letters(right, word, HALF);
    }

    private static void letters(int value, byte[] word, int from) {
        int rest = value;
        for (int i = from + HALF - 1; i >= from; i--) {
            word[i] = (byte) ('a' + rest % LETTERS);
            rest /= LETTERS;
        }
    }

    private long homeOf(int split) {
        return Shares.of(distinct, splits, split);
    }

    private long guestsFrom(int split) {
        return Shares.of(repeated, splits, split);
    }

    private int previous(int split) {
        return split == 0 ? splits - 1 : split - 1;
    }

    /** Numbers of the words in one split. */
    final class Listing {
        private final int split;
        private long next;
        private long guest;

        private Listing(int split) {
            this.split = split;
        }

        /** The next word's number. Not to be called more often than {@link #countIn} says. */
        long next() {
            if (next < homeOf(split)) {
                return split + next++ * splits;
            }
            int home = previous(split);
            // Guest g of a home is its word floor(g * words / guests): even spacing, and distinct as guests <= words.
            long place = guest++ * homeOf(home) / guestsFrom(home);
            return home + place * splits;
        }
    }
}
