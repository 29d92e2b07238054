package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.spindlebench.jobs.synthetic.MadeUpWords;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Writes random words, each followed by a space: 1,000 fixed words of mean length 9.655 as RandomTextWriter has, of our
 * own making. A word and its space take at most 15 bytes and are stored as two longs, the last byte of which is their
 * size. So writing one costs two loads and two stores of fixed size; what is written past its end is overwritten by the
 * next one.
 */
public final class Words {
    /** What one word may overwrite from its start on. */
    public static final int MAX_BYTES = 16;

    static final int COUNT = 1000;
    private static final int TOTAL_LENGTH = 9655;
    private static final int MAX_LENGTH = MAX_BYTES - 2;
    private static final int PICKS_PER_LONG = 4;
    private static final int SIZE_SHIFT = Long.SIZE - Byte.SIZE;

    private final long[] table = new long[2 * COUNT];

    public Words() {
        String[] words = MadeUpWords.ofLengths(lengths());
        for (int i = 0; i < COUNT; i++) {
            byte[] word = (words[i] + ' ').getBytes(StandardCharsets.US_ASCII);
            ByteBuffer padded = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            padded.put(word);
            table[2 * i] = padded.getLong(0);
            table[2 * i + 1] = padded.getLong(Long.BYTES) | (long) word.length << SIZE_SHIFT;
        }
    }

    /** Lengths 5 to 14 in turn, some of the shorter ones longer by one so that the mean is met exactly. */
    public static int[] lengths() {
        int[] lengths = new int[COUNT];
        int missing = TOTAL_LENGTH;
        for (int i = 0; i < COUNT; i++) {
            lengths[i] = 5 + i % 10;
            missing -= lengths[i];
        }
        for (int i = 0; missing > 0; i++) {
            if (lengths[i] < MAX_LENGTH) {
                lengths[i]++;
                missing--;
            }
        }
        return lengths;
    }

    /** Writes that many random words and returns where they end. The buffer needs {@link #MAX_BYTES} for each. */
    public int write(byte[] buffer, int start, int count, SplitMix random) {
        int end = start;
        int left = count;
        while (left >= PICKS_PER_LONG) {
            end = writeFour(buffer, end, random.next());
            left -= PICKS_PER_LONG;
        }
        long bits = left == 0 ? 0 : random.next();
        while (left > 0) {
            int word = pick(bits);
            end = put(buffer, end, table[word], table[word + 1]);
            bits >>>= 16;
            left--;
        }
        return end;
    }

    /** All loads before all stores: a processor starts none of them before it knows where earlier stores go. */
    private int writeFour(byte[] buffer, int start, long bits) {
        int first = pick(bits);
        int second = pick(bits >>> 16);
        int third = pick(bits >>> 32);
        int fourth = pick(bits >>> 48);
        long head1 = table[first];
        long head2 = table[second];
        long head3 = table[third];
        long head4 = table[fourth];
        long tail1 = table[first + 1];
        long tail2 = table[second + 1];
        long tail3 = table[third + 1];
        long tail4 = table[fourth + 1];
        int end = put(buffer, start, head1, tail1);
        end = put(buffer, end, head2, tail2);
        end = put(buffer, end, head3, tail3);
        return put(buffer, end, head4, tail4);
    }

    /** Where the word stands in the table that the lowest 16 bits choose. */
    private static int pick(long bits) {
        return (int) (((bits & 0xFFFF) * COUNT) >>> 16) << 1;
    }

    private static int put(byte[] buffer, int at, long head, long tail) {
        LittleEndian.put(buffer, at, head);
        LittleEndian.put(buffer, at + Long.BYTES, tail);
        return at + (int) (tail >>> SIZE_SHIFT);
    }
}
