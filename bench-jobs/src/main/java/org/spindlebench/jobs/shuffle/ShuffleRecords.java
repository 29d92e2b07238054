package org.spindlebench.jobs.shuffle;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.io.Text;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.shuffle.RecordMaker.InPlaceText;
import org.spindlebench.jobs.shuffle.RecordMaker.RecordSize;

/**
 * Makes the records of one split. The sum of their framed sizes is exactly the split's share. Only the seed and the
 * split determine their content.
 */
public interface ShuffleRecords {
    /** The smallest share, which has room for one record with a key and a value. */
    long MIN_BYTES = 64;

    /** The kind of records in the shuffle. */
    enum Kind {
        /** The records of RandomTextWriter, of about 655 bytes. */
        TEXT,
        /**
         * Rows in TeraGen's format. For the same bytes, TeraSort shuffles equally many records of the same size and
         * compressibility.
         */
        TERA
    }

    /**
     * Returns a maker of a split's records.
     *
     * @throws IllegalArgumentException if the share is less than {@link #MIN_BYTES}
     */
    static ShuffleRecords of(Kind kind, long seed, int split, long share) {
        return kind == Kind.TERA ? new RowMaker(seed, split, share) : new RecordMaker(seed, split, share);
    }

    /** Returns the share if it is large enough, and throws otherwise. */
    static long checked(long share) {
        if (share < MIN_BYTES) {
            throw new IllegalArgumentException("A share of " + share + " bytes, at least " + MIN_BYTES + " are needed");
        }
        return share;
    }

    /** Returns the keys and values of the first split's first records, which together have about this number of bytes. */
    static byte[] first(Kind kind, long seed, int bytes) {
        ShuffleRecords maker = of(kind, seed, 0, bytes);
        ByteArrayOutputStream records = new ByteArrayOutputStream(bytes);
        while (maker.made() < bytes) {
            maker.next();
            records.write(maker.key().getBytes(), 0, maker.key().getLength());
            records.write(maker.value().getBytes(), 0, maker.value().getLength());
        }
        return records.toByteArray();
    }

    /** Makes the next record. Do not call it after the whole share has been made. */
    void next();

    /** Returns the framed bytes of all records so far. */
    long made();

    /** Returns the current record's key. It is the same Text object for all records. */
    Text key();

    /** Returns the current record's value. It is the same Text object for all records. */
    Text value();

    /**
     * Makes rows in TeraGen's format as TeraSort shuffles them. The key has 10 bytes and the value 90; the framed row
     * has 104. A share's last record is longer or shorter as needed.
     */
    static final class RowMaker implements ShuffleRecords {
        private static final int KEY_BYTES = 10;
        private static final int VALUE_BYTES = 90;
        private static final int ROW_BYTES = KEY_BYTES + VALUE_BYTES;
        private static final int FRAMED = (int) RecordSize.framed(KEY_BYTES, VALUE_BYTES);
        private static final int ROWS_AT_ONCE = 160;
        /**
         * The size of the longest record. The last record exceeds a row by less than {@link ShuffleRecords#MIN_BYTES}.
         */
        private static final int MOST_BYTES = 2 * ROW_BYTES;

        private final InPlaceText key = new InPlaceText(MOST_BYTES);
        private final InPlaceText value = new InPlaceText(MOST_BYTES);
        private final byte[] rows = new byte[ROWS_AT_ONCE * ROW_BYTES];
        private final FileData data;
        private final long share;
        private long made;
        private long row;

        RowMaker(long seed, int split, long share) {
            this.data = DataKind.parse("tera").file(seed, split);
            this.share = ShuffleRecords.checked(share);
        }

        @Override
        public long made() {
            return made;
        }

        @Override
        public Text key() {
            return key.text();
        }

        @Override
        public Text value() {
            return value.text();
        }

        @Override
        public void next() {
            int at = (int) (row % ROWS_AT_ONCE) * ROW_BYTES;
            if (at == 0) {
                data.fill(row * ROW_BYTES, rows, rows.length);
            }
            row++;
            long left = share - made;
            if (left - FRAMED >= MIN_BYTES) {
                set(at, KEY_BYTES, VALUE_BYTES);
                made += FRAMED;
            } else {
                last(at, left);
            }
        }

        private void last(int at, long size) {
            int keyBytes = KEY_BYTES;
            int valueBytes = RecordSize.valueFor(size, keyBytes);
            while (valueBytes < 0) {
                keyBytes++;
                valueBytes = RecordSize.valueFor(size, keyBytes);
            }
            set(Math.min(at, rows.length - MOST_BYTES), keyBytes, valueBytes);
            made += size;
        }

        private void set(int at, int keyBytes, int valueBytes) {
            System.arraycopy(rows, at, key.bytes(), 0, keyBytes);
            System.arraycopy(rows, at + keyBytes, value.bytes(), 0, valueBytes);
            key.setLength(keyBytes);
            value.setLength(valueBytes);
        }
    }
}
