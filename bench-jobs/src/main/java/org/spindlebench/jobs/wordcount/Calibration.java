package org.spindlebench.jobs.wordcount;

/**
 * How many words the text needs for WordCount's shuffle and output to have the sizes of the paper's Table 3.
 *
 * <p>With a combiner, each split sends each of its distinct words once: a word of L bytes is L + 7 bytes of an IFile (two
 * lengths in front, the Text's own length, an int of 4). Each distinct word overall is one line of output: word, tab,
 * digits, newline. So the number of distinct words sets the output, and the number of splits that each occurs in sets the
 * shuffle. The base vocabulary occurs in every split and is kept to a small share of both; rare words make up the rest.
 */
final class Calibration {
    /** Table 3: WordCount's shuffle is 0.07 of TeraSort's, which is 1.04 of its input as an IFile frames it. */
    static final double SHUFFLE_TO_INPUT = 0.07 * 1.04;
    /** Table 3: WordCount's output in three replicas is 0.09 of the input. */
    static final double OUTPUT_TO_INPUT = 0.09 / 3;

    /** The base vocabulary's share of the shuffle; what limits it in small splits. */
    private static final double BASE_SHARE = 0.05;

    private static final int MAX_BASE_WORDS = 1000;
    private static final int BASE_WORD_SHUFFLE_BYTES = 14;
    private static final int IFILE_BYTES = 7;
    private static final int RARE_SHUFFLE_BYTES = RareWords.LENGTH + IFILE_BYTES;
    /** A rare word occurs in one or two splits: one digit, a tab, a newline. */
    private static final int RARE_OUTPUT_BYTES = RareWords.LENGTH + 3;

    private final BaseWords base;
    private final long distinct;
    private final long repeated;

    /**
     * @param bytes bytes of text in total
     * @param splits number of splits; each has an even share
     */
    Calibration(long bytes, int splits) {
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

    /** Rare words overall. */
    long distinct() {
        return distinct;
    }

    /** Those of them that occur in a second split. */
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

    /** Lines of the base vocabulary: word, tab, the digits of the count that is to be expected, newline. */
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
