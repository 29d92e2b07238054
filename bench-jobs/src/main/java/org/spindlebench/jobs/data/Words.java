package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.spindlebench.jobs.synthetic.MadeUpWords;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Writes random words, each followed by a space: 1,000 fixed words of mean length 9.655 as RandomTextWriter has, of our
 * own making. A word and its space take at most 16 bytes and are stored as two longs, so that writing one costs two
 * stores of fixed size; what is written past its end is overwritten by the next one.
 */
public final class Words {
    static final int COUNT = 1000;
    public static final int MAX_BYTES = 16;
    private static final int TOTAL_LENGTH = 9655;
    private static final int PICKS_PER_LONG = 4;

    private final long[] heads = new long[COUNT];
    private final long[] tails = new long[COUNT];
    private final byte[] sizes = new byte[COUNT];

    public Words() {
        String[] words = MadeUpWords.ofLengths(lengths());
        for (int i = 0; i < COUNT; i++) {
            byte[] word = (words[i] + ' ').getBytes(StandardCharsets.US_ASCII);
            ByteBuffer padded = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            padded.put(word);
            heads[i] = padded.getLong(0);
            tails[i] = padded.getLong(Long.BYTES);
            sizes[i] = (byte) word.length;
        }
    }

    /** Lengths 5 to 14 in turn, some of them longer by one so that the mean is met exactly. */
    public static int[] lengths() {
        int[] lengths = new int[COUNT];
        int missing = TOTAL_LENGTH;
        for (int i = 0; i < COUNT; i++) {
            lengths[i] = 5 + i % 10;
            missing -= lengths[i];
        }
        for (int i = 0; i < missing; i++) {
            lengths[i]++;
        }
        return lengths;
    }

    /** Writes that many random words and returns where they end. The buffer needs {@link #MAX_BYTES} for each. */
    public int write(ByteBuffer littleEndian, int start, int count, SplitMix random) {
        int end = start;
        int left = count;
        while (left > 0) {
            long bits = random.next();
            int now = Math.min(left, PICKS_PER_LONG);
            for (int i = 0; i < now; i++) {
                int word = (int) (((bits & 0xFFFF) * COUNT) >>> 16);
                bits >>>= 16;
                littleEndian.putLong(end, heads[word]);
                littleEndian.putLong(end + Long.BYTES, tails[word]);
                end += sizes[word];
            }
            left -= now;
        }
        return end;
    }
}
