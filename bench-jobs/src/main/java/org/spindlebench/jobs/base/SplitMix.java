package org.spindlebench.jobs.base;

import java.util.HashSet;
import java.util.Set;

/**
 * The SplitMix64 generator (Steele, Lea, Flood 2014), which passes a counter through a bijective mix. A stream can be
 * started at any position, and its values do not repeat within 2^64.
 */
public final class SplitMix {
    /** The step of the counter: an odd number near 2^64 divided by the golden ratio. */
    public static final long STEP = 0x9E3779B97F4A7C15L;

    private long counter;

    /** @param stream the number of the stream; streams with the same seed are independent of each other */
    public SplitMix(long seed, long stream) {
        this.counter = mix(mix(seed) + stream * STEP);
    }

    public long next() {
        counter += STEP;
        return mix(counter);
    }

    /**
     * Skips the given number of values and returns the counter before them. The first skipped value is the mix of that
     * counter plus {@link #STEP}, and each further value adds another step. This method is for loops in which updating
     * the counter in memory would take too long.
     */
    public long take(int values) {
        long before = counter;
        counter += values * STEP;
        return before;
    }

    /** Returns a number that is at least 0 and below the bound. */
    public int below(int bound) {
        return scale((int) (next() >>> 32), bound);
    }

    /** Converts 32 random bits to a number that is at least 0 and below the bound. */
    public static int scale(int bits, int bound) {
        return (int) ((Integer.toUnsignedLong(bits) * bound) >>> 32);
    }

    /** Applies the finaliser: a bijection on 64 bits in which every input bit changes about half of the output bits. */
    public static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Makes distinct pronounceable words of alternating consonants and vowels. The words are the same in every run. */
    public static final class MadeUpWords {
        private static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
        private static final String VOWELS = "aeiouy";
        private static final long SEED = 0x5350494e444c45L;

        private MadeUpWords() {}

        /** Returns one word for each length, in the same order. Lengths are at least 2. */
        public static String[] ofLengths(int... lengths) {
            SplitMix random = new SplitMix(SEED, 0);
            Set<String> known = new HashSet<>();
            String[] words = new String[lengths.length];
            for (int i = 0; i < words.length; i++) {
                do {
                    words[i] = word(random, lengths[i]);
                } while (!known.add(words[i]));
            }
            return words;
        }

        private static String word(SplitMix random, int length) {
            StringBuilder word = new StringBuilder(length);
            int parity = random.below(2);
            for (int i = 0; i < length; i++) {
                String letters = (i + parity) % 2 == 0 ? CONSONANTS : VOWELS;
                word.append(letters.charAt(random.below(letters.length())));
            }
            return word.toString();
        }
    }
}
