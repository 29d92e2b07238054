package org.spindlebench.jobs.shuffle;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.data.RandomWords;

/**
 * Makes the records of one split in the manner of RandomTextWriter. A key has 5 to 9 words and a value 10 to 99, about
 * 655 bytes in total. The sum of the framed sizes ({@link RecordSize}) is exactly the split's share. To achieve that,
 * the last record may be lengthened or shortened and end within a word. Only the seed and the split determine the
 * content.
 */
public final class RecordMaker extends ShuffleRecords {
    private static final int MIN_KEY_WORDS = 5;
    private static final int KEY_WORDS_RANGE = 5;
    private static final int MIN_VALUE_WORDS = 10;
    private static final int VALUE_WORDS_RANGE = 90;
    private static final int SHORT_KEY_BYTES = 20;

    private final SplitMix random;

    public RecordMaker(long seed, int split, long share) {
        // The last value may be longer than any other value, by up to MIN_BYTES plus the difference between the lengths
        // of two keys.
        super(
                RandomWords.room(MIN_KEY_WORDS + KEY_WORDS_RANGE),
                2 * RandomWords.room(MIN_VALUE_WORDS + VALUE_WORDS_RANGE),
                share);
        this.random = new SplitMix(seed, split);
    }

    @Override
    public void next() {
        long sizes = random.next();
        int keyBytes =
                RandomWords.write(key.bytes(), 0, MIN_KEY_WORDS + SplitMix.scale((int) sizes, KEY_WORDS_RANGE), random);
        int valueBytes = RandomWords.write(
                value.bytes(), 0, MIN_VALUE_WORDS + SplitMix.scale((int) (sizes >>> 32), VALUE_WORDS_RANGE), random);
        long size = RecordSize.framed(keyBytes, valueBytes);
        long left = left();
        if (left - size >= MIN_BYTES) {
            set(keyBytes, valueBytes, size);
        } else {
            last(left);
        }
    }

    private void last(long size) {
        RandomWords.write(value.bytes(), 0, VALUE_WORDS_RANGE + VALUE_WORDS_RANGE, random);
        int keyBytes = keyFor(size, SHORT_KEY_BYTES);
        set(keyBytes, RecordSize.valueFor(size, keyBytes), size);
    }

    /** A Text whose array is written directly, because {@link Text#set} would copy every record once more. */
    static final class InPlaceText {
        /** Its reads leave the bytes as they are. A Text sets its length only when it reads from a stream. */
        private static final class WhatIsThere extends InputStream {
            @Override
            public int read() {
                throw new UnsupportedOperationException("a Text reads all its bytes at once");
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                return length;
            }
        }

        private final DataInputStream whatIsThere = new DataInputStream(new WhatIsThere());
        private final Text text = new Text();
        private final byte[] bytes;

        /** @param room largest number of bytes of the text */
        InPlaceText(int room) {
            text.set(new byte[room]);
            bytes = text.getBytes();
        }

        byte[] bytes() {
            return bytes;
        }

        /** Makes the text the first bytes of the array, up to the given length. */
        void setLength(int length) {
            try {
                text.readWithKnownLength(whatIsThere, length);
            } catch (IOException e) {
                throw new UncheckedIOException("nothing is read", e);
            }
        }

        Text text() {
            return text;
        }
    }

    /**
     * Computes the size in bytes that a record of two Texts has in an IFile. A record has the lengths of the serialised
     * key and value as variable-length integers, then the key and the value, each preceded by its own length. Each
     * segment's end mark (2 bytes) and checksum (4 bytes) are not counted, because they belong to no record.
     */
    static final class RecordSize {
        /** Precomputed sizes for the lengths that almost all records have. A look-up is cheaper than computing them. */
        private static final int[] USUAL = new int[4096];

        static {
            Arrays.setAll(USUAL, RecordSize::computed);
        }

        private RecordSize() {}

        static long framed(int keyBytes, int valueBytes) {
            return (long) framed(keyBytes) + framed(valueBytes);
        }

        /** Returns the framed bytes of a key or a value. */
        private static int framed(int bytes) {
            return bytes < USUAL.length ? USUAL[bytes] : computed(bytes);
        }

        private static int computed(int bytes) {
            int text = WritableUtils.getVIntSize(bytes) + bytes;
            return WritableUtils.getVIntSize(text) + text;
        }

        /**
         * Returns the length of the value with which a record has exactly the given size; negative if there is none.
         * For a few sizes there is no such length, because one of the preceding lengths grows by a byte. A key that is
         * one byte longer then helps.
         */
        static int valueFor(long framedBytes, int keyBytes) {
            long value = framedBytes - framed(keyBytes, 0);
            while (value >= 0 && framed(keyBytes, (int) value) > framedBytes) {
                value--;
            }
            return value >= 0 && framed(keyBytes, (int) value) == framedBytes ? (int) value : -1;
        }
    }
}
