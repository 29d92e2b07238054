package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Rows of TeraGen's form: a random key of 10 bytes, the row's number as 32 hexadecimal digits, 12 random hexadecimal digits
 * four times each, and marks between them. Unlike TeraGen's they follow from a seed, so that runs do not repeat each other.
 */
final class TeraRows extends PagedData {
    private static final int ROW_BYTES = 100;
    private static final int ROWS = 160;
    private static final int NUMBER_AT = 12;
    private static final int NUMBER_DIGITS = 32;
    private static final int FILLER_AT = 48;
    private static final int FILLER_DIGITS = 12;
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    /** Marks as little-endian numbers: 00 11, 88 99 AA BB, CC DD EE FF. */
    private static final short AFTER_KEY = 0x1100;

    private static final int AFTER_NUMBER = 0xBBAA9988;
    private static final int END = 0xFFEEDDCC;
    /** Two digits, the higher one first in memory. */
    private static final short[] PAIRS = new short[256];
    /** A digit four times. */
    private static final int[] QUADS = new int[16];

    static {
        for (int i = 0; i < PAIRS.length; i++) {
            PAIRS[i] = (short) (HEX[i >>> 4] | HEX[i & 15] << 8);
        }
        for (int i = 0; i < QUADS.length; i++) {
            QUADS[i] = HEX[i] * 0x01010101;
        }
    }

    private final int file;

    TeraRows(long seed, int file) {
        super(seed, file, ROWS * ROW_BYTES, 0);
        this.file = file;
    }

    @Override
    void make(long number, SplitMix random, byte[] into) {
        ByteBuffer page = ByteBuffer.wrap(into).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < ROWS; i++) {
            row(page, i * ROW_BYTES, number * ROWS + i, random);
        }
    }

    private void row(ByteBuffer page, int at, long row, SplitMix random) {
        long bits = random.next();
        page.putLong(at, random.next());
        page.putShort(at + Long.BYTES, (short) bits);
        page.putShort(at + NUMBER_AT - Short.BYTES, AFTER_KEY);
        number(page, at + NUMBER_AT, row);
        page.putInt(at + FILLER_AT - Integer.BYTES, AFTER_NUMBER);
        bits >>>= Short.SIZE;
        for (int i = 0; i < FILLER_DIGITS; i++) {
            page.putInt(at + FILLER_AT + i * Integer.BYTES, QUADS[(int) bits & 15]);
            bits >>>= 4;
        }
        page.putInt(at + ROW_BYTES - Integer.BYTES, END);
    }

    /** The file's index in the upper half, the row within the file in the lower one. */
    private void number(ByteBuffer page, int at, long row) {
        long upper = file;
        long lower = row;
        for (int i = NUMBER_DIGITS / 2 - 2; i >= 0; i -= 2) {
            page.putShort(at + i, PAIRS[(int) upper & 255]);
            page.putShort(at + NUMBER_DIGITS / 2 + i, PAIRS[(int) lower & 255]);
            upper >>>= 8;
            lower >>>= 8;
        }
    }
}
