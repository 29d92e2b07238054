package org.spindlebench.jobs.wordcount;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.base.SplitMix.MadeUpWords;
import org.spindlebench.jobs.base.SyntheticInputFormat.Shares;
import org.spindlebench.jobs.wordcount.TextGenerator.TextConfig;

/**
 * Writes the text of one split as a stream. It consists of base words, with the split's rare words spread evenly among
 * them. One space separates words, and a line ends after the word that makes it 80 bytes or longer. The text has
 * exactly the bytes of the split's share. If no further word fits, it ends with spaces and a newline.
 */
final class SplitText {
    private static final int LINE_BYTES = 80;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_WORD_BYTES = BaseWords.MAX_LENGTH + 1;

    private final BaseWords base;
    private final RareWords rare;
    private final RareWords.Listing listing;
    private final SplitMix random;
    private final long share;
    private final long rareCount;
    private final long rareEvery;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] rareWord = new byte[RareWords.LENGTH];
    private final BitSet seen;
    private int buffered;
    private int column;
    private long made;
    private long words;
    private long rareMade;
    private long nextRareAt;

    SplitText(TextConfig config, int split, long share) {
        SplitCalibration calibration = new SplitCalibration(config.bytes(), config.maps());
        this.base = calibration.base();
        this.rare = new RareWords(config.seed(), calibration.distinct(), calibration.repeated(), config.maps());
        this.listing = rare.listing(split);
        this.random = new SplitMix(config.seed(), split);
        this.share = share;
        this.rareCount = rare.countIn(split);
        this.rareEvery = share / rareCount;
        this.nextRareAt = rareEvery / 2;
        this.seen = new BitSet(base.count());
    }

    /** Writes at least up to the given mark, but no more than the share. */
    void writeUpTo(long mark, OutputStream out) throws IOException {
        while (made < mark) {
            if (buffered > buffer.length - 2 * MAX_WORD_BYTES) {
                flush(out);
            }
            nextWord();
        }
        flush(out);
    }

    long bytes() {
        return made;
    }

    long words() {
        return words;
    }

    long distinct() {
        return seen.cardinality() + rareMade;
    }

    private void nextWord() {
        if (rareMade < rareCount && made >= nextRareAt) {
            rare.spell(listing.next(), rareWord);
            append(rareWord);
            rareMade++;
            nextRareAt += rareEvery;
            return;
        }
        int rank = base.draw(random);
        byte[] word = base.word(rank);
        if (word.length + 1 > share - made) {
            pad();
            return;
        }
        seen.set(rank);
        append(word);
    }

    private void append(byte[] word) {
        System.arraycopy(word, 0, buffer, buffered, word.length);
        buffered += word.length;
        column += word.length + 1;
        made += word.length + 1;
        words++;
        boolean endOfLine = column >= LINE_BYTES || made == share;
        buffer[buffered++] = (byte) (endOfLine ? '\n' : ' ');
        column = endOfLine ? 0 : column;
    }

    /** Fills the remaining bytes of the share, which have no space for the next word. */
    private void pad() {
        while (made < share) {
            made++;
            buffer[buffered++] = (byte) (made == share ? '\n' : ' ');
        }
    }

    private void flush(OutputStream out) throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }

    /**
     * Computes the number of words that the text needs, so that WordCount's shuffle and output have the sizes of the
     * paper's Table 3.
     *
     * <p>With a combiner, each split sends each of its distinct words once. A word of L bytes takes L + 7 bytes in an
     * IFile (two preceding lengths, the Text's own length, and an int of 4 bytes). Each distinct word of the whole text
     * is one line of output with the word, a tab, digits and a newline. So the number of distinct words determines the
     * output, and the number of splits in which each occurs determines the shuffle. The base vocabulary occurs in every
     * split and is a small share of output and shuffle; rare words are the rest.
     */
    static final class SplitCalibration {
        /** Table 3: WordCount's shuffle is 0.07 of TeraSort's, which is 1.04 of its input as an IFile frames it. */
        static final double SHUFFLE_TO_INPUT = 0.07 * 1.04;
        /** Table 3: WordCount's output in three replicas is 0.09 of the input. */
        static final double OUTPUT_TO_INPUT = 0.09 / 3;

        /** The base vocabulary's share of the shuffle, which limits the vocabulary in small splits. */
        private static final double BASE_SHARE = 0.05;

        private static final int MAX_BASE_WORDS = 1000;
        private static final int BASE_WORD_SHUFFLE_BYTES = 14;
        private static final int IFILE_BYTES = 7;
        private static final int RARE_SHUFFLE_BYTES = RareWords.LENGTH + IFILE_BYTES;
        /** Bytes of a rare word's output line: the word, a tab, a digit (it is in one or two splits), a newline. */
        private static final int RARE_OUTPUT_BYTES = RareWords.LENGTH + 3;

        private final BaseWords base;
        private final long distinct;
        private final long repeated;

        /** @param splits the number of splits, which have equal shares */
        SplitCalibration(long bytes, int splits) {
            double affordable = BASE_SHARE * SHUFFLE_TO_INPUT * ((double) bytes / splits) / BASE_WORD_SHUFFLE_BYTES;
            base = new BaseWords((int) Math.min(MAX_BASE_WORDS, affordable));
            double output = OUTPUT_TO_INPUT * bytes - baseOutput(bytes);
            double shuffle = SHUFFLE_TO_INPUT * bytes - (double) splits * baseShuffle();
            distinct = Math.round(output / RARE_OUTPUT_BYTES);
            repeated = Math.round(shuffle / RARE_SHUFFLE_BYTES) - distinct;
        }

        BaseWords base() {
            return base;
        }

        long distinct() {
            return distinct;
        }

        /** Returns the number of rare words that occur in two splits. */
        long repeated() {
            return repeated;
        }

        private int baseShuffle() {
            int bytes = 0;
            for (int rank = 0; rank < base.count(); rank++) {
                bytes += base.word(rank).length + IFILE_BYTES;
            }
            return bytes;
        }

        /** Returns the base vocabulary's output bytes: per line a word, a tab, the expected count, a newline. */
        private double baseOutput(long bytes) {
            double rareBytes = SHUFFLE_TO_INPUT * bytes / RARE_SHUFFLE_BYTES * (RareWords.LENGTH + 1);
            double occurrences = (bytes - rareBytes) / (base.meanLength() + 1);
            double output = 0;
            for (int rank = 0; rank < base.count(); rank++) {
                double digits = 1 + Math.floor(Math.log10(Math.max(1, occurrences * base.share(rank))));
                output += base.word(rank).length + digits + 2;
            }
            return output;
        }
    }

    /**
     * The small vocabulary that makes up most of the text. Its words have a Zipf distribution by rank. No base word is
     * as long as a rare word.
     */
    static final class BaseWords {
        /** The lengths of words by rank, used cyclically. The most frequent words are short. */
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

        /** Returns the share of the word with this rank among all base words. */
        double share(int rank) {
            return shares[rank];
        }

        /** Draws a rank with a probability equal to its share. */
        int draw(SplitMix random) {
            return table[(int) (random.next() >>> (Long.SIZE - TABLE_BITS))];
        }

        /** Returns the mean length in bytes of a word in the text, without the separator. */
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

    /**
     * Lists the rare words of each split. The home of word d is split d mod N. Some words of each home, spread evenly
     * over it, also occur in the next split. Each map can list its own words without information about the other maps.
     */
    static final class RareWords {
        /** The number of letters in every rare word. No base word has this length. */
        static final int LENGTH = 8;

        private static final int HALF = LENGTH / 2;
        private static final int LETTERS = 26;
        private static final int HALF_VALUES = LETTERS * LETTERS * LETTERS * LETTERS;
        /** The largest number of rare words. */
        static final long MAX = (long) HALF_VALUES * HALF_VALUES;

        private static final int ROUNDS = 4;

        private final long seed;
        private final long distinct;
        private final long repeated;
        private final int splits;

        /**
         * @param distinct the number of different rare words in the whole text
         * @param repeated the number of these words that occur in two splits, from 0 to {@code distinct}
         */
        RareWords(long seed, long distinct, long repeated, int splits) {
            this.seed = SplitMix.mix(seed);
            this.distinct = distinct;
            this.repeated = repeated;
            this.splits = splits;
        }

        /** Returns the number of rare words in a split. Each occurs once there. */
        long countIn(int split) {
            return homeOf(split) + guestsFrom(previous(split));
        }

        /** Returns the rare words of a split in order. Words whose home is this split come first, and guests follow. */
        Listing listing(int split) {
            return new Listing(split);
        }

        /**
         * Writes the letters of word number d. A Feistel network on two halves of four letters gives different words
         * for different numbers, for any seed.
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

        /** Iterates over the numbers of the words in one split. */
        final class Listing {
            private final int split;
            private long next;
            private long guest;

            private Listing(int split) {
                this.split = split;
            }

            /** Returns the number of the next word. Do not call it more often than {@link #countIn} returns. */
            long next() {
                if (next < homeOf(split)) {
                    return split + next++ * splits;
                }
                int home = previous(split);
                // Guest g of a home is its word floor(g * words / guests). These words are evenly spaced, and distinct
                // because guests <= words.
                long place = guest++ * homeOf(home) / guestsFrom(home);
                return home + place * splits;
            }
        }
    }
}
