package org.spindlebench.jobs.synthetic;

import java.util.HashSet;
import java.util.Set;

/** Distinct pronounceable words of our own: consonants and vowels take turns. Always the same ones. */
public final class MadeUpWords {
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
    private static final String VOWELS = "aeiouy";
    private static final long SEED = 0x5350494e444c45L;

    private MadeUpWords() {}

    /**
     * @param lengths the length of each word, at least 2
     * @return one word for each length, in the same order
     */
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
