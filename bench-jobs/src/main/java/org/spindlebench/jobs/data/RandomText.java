package org.spindlebench.jobs.data;

import org.spindlebench.jobs.synthetic.SplitMix;

/** Random words, one space after each, as the shuffle's records have them; the last word of a page is cut. */
final class RandomText extends PagedData {
    /** Small enough to stay in a core's first cache beside the words. */
    private static final int PAGE_BYTES = 16 << 10;

    private static final int WORDS_AT_ONCE = 64;

    RandomText(long seed, int file) {
        super(seed, file, PAGE_BYTES, Words.room(WORDS_AT_ONCE));
    }

    @Override
    void make(long number, SplitMix random, byte[] into) {
        int end = 0;
        while (end < PAGE_BYTES) {
            end = Words.write(into, end, WORDS_AT_ONCE, random);
        }
    }
}
