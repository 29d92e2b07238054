package org.spindlebench.jobs.wordcount;

import java.nio.charset.StandardCharsets;
import org.spindlebench.jobs.synthetic.MadeUpWords;
import org.spindlebench.jobs.synthetic.SplitMix;

/** The small vocabulary that most of the text consists of, Zipf-distributed by rank. No word has a rare word's length. */
final class BaseWords {
    /** By rank, in turn; the most frequent words are short. */
    private static final int[] LENGTHS = {3, 2, 5, 4, 7, 6, 9, 10, 11, 12};

    static final int MAX_LENGTH = 12;
    private static final int TABLE_BITS = 16;

    private final byte[][] words;
    private final double[] shares;
    private final short[] table = new short[1 << TABLE_BITS];

    BaseWords(int count) {
        this.words = words(count);
        this.shares = zipf(count);
        fillTable();
    }

    int count() {
        return words.length;
    }

    byte[] word(int rank) {
        return words[rank];
    }

    /** The share of all base words that the word of this rank has. */
    double share(int rank) {
        return shares[rank];
    }

    /** A rank, drawn by share. */
    int draw(SplitMix random) {
        return table[(int) (random.next() >>> (Long.SIZE - TABLE_BITS))];
    }

    /** Mean bytes of a word in the text, without what separates it from the next. */
    double meanLength() {
        double mean = 0;
        for (int rank = 0; rank < words.length; rank++) {
            mean += shares[rank] * words[rank].length;
        }
        return mean;
    }

    private void fillTable() {
        double until = 0;
        int next = 0;
        for (int rank = 0; rank < words.length; rank++) {
            until += shares[rank];
            int end = rank == words.length - 1 ? table.length : (int) Math.round(until * table.length);
            while (next < end) {
                table[next++] = (short) rank;
            }
        }
    }

    private static byte[][] words(int count) {
        int[] lengths = new int[count];
        for (int rank = 0; rank < count; rank++) {
            lengths[rank] = LENGTHS[rank % LENGTHS.length];
        }
        String[] texts = MadeUpWords.ofLengths(lengths);
        byte[][] words = new byte[count][];
        for (int rank = 0; rank < count; rank++) {
            words[rank] = texts[rank].getBytes(StandardCharsets.US_ASCII);
        }
        return words;
    }

    private static double[] zipf(int count) {
        double sum = 0;
        for (int rank = 1; rank <= count; rank++) {
            sum += 1.0 / rank;
        }
        double[] shares = new double[count];
        for (int rank = 1; rank <= count; rank++) {
            shares[rank - 1] = 1.0 / rank / sum;
        }
        return shares;
    }
}
