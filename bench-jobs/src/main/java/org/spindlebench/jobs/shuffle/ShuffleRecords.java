package org.spindlebench.jobs.shuffle;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.shuffle.RecordMaker.InPlaceText;
import org.spindlebench.jobs.shuffle.RecordMaker.RecordSize;

/**
 * Makes the records of one split. The sum of their framed sizes is exactly the split's share. Only the seed and the
 * split determine their content.
 */
public abstract class ShuffleRecords {
    /** The smallest share, which has room for one record with a key and a value. */
    public static final long MIN_BYTES = 64;

    /** The largest ratio. Beyond it, keys and lengths leave too little room for data that repeats. */
    public static final int MAX_RATIO = 10;

    /** The allowed kinds of records, for messages. */
    public static final String ALLOWED =
            "random, text, tera, or a compression ratio from 1x to " + MAX_RATIO + "x such as 2.5x";

    /** The records of RandomTextWriter, of about 655 bytes. */
    public static final DataKind TEXT = DataKind.parse("text");

    final InPlaceText key;
    final InPlaceText value;
    private final long share;
    private long made;

    /**
     * Makes no record yet.
     *
     * @param keyRoom the largest number of bytes of a key
     * @param valueRoom the largest number of bytes of a value
     */
    ShuffleRecords(int keyRoom, int valueRoom, long share) {
        if (share < MIN_BYTES) {
            throw new IllegalArgumentException("A share of " + share + " bytes, at least " + MIN_BYTES + " are needed");
        }
        this.key = new InPlaceText(keyRoom);
        this.value = new InPlaceText(valueRoom);
        this.share = share;
    }

    /** Returns the number of bytes of the records that are still to be made. */
    final long left() {
        return share - made;
    }

    /**
     * Reads a kind of records. Records of {@code tera} are rows in TeraGen's format: for the same bytes, TeraSort
     * shuffles as many records, of the same size and compressibility. Records of a ratio, and random records, have a
     * random key of 10 bytes. Key and value together have {@link DataKind#RECORD_BYTES}.
     *
     * @throws IllegalArgumentException if there is no such kind; the message states the allowed kinds
     */
    public static DataKind kind(String text) {
        DataKind kind;
        try {
            kind = DataKind.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("allowed are " + ALLOWED, e);
        }
        if (kind.ratio() > MAX_RATIO) {
            throw new IllegalArgumentException("allowed are " + ALLOWED);
        }
        return kind;
    }

    /** Returns the kind of the records from {@code spindle.data}, by default text. */
    public static DataKind kind(Configuration conf) {
        return new SettingReader(conf).parsed(JobKeys.DATA, TEXT, ShuffleRecords::kind);
    }

    public static SyntheticConfig readConfig(Configuration conf) {
        return SyntheticConfig.read(conf, 1, MIN_BYTES);
    }

    /** Returns a maker of a split's records. The settings contain their kind and the seed. */
    public static ShuffleRecords of(Configuration conf, SyntheticSplit split) {
        return of(kind(conf), readConfig(conf).seed(), split.index(), split.bytes());
    }

    /**
     * Returns a maker of a split's records.
     *
     * @throws IllegalArgumentException if the share is less than {@link #MIN_BYTES}
     */
    public static ShuffleRecords of(DataKind kind, long seed, int split, long share) {
        if (kind == TEXT) {
            return new RecordMaker(seed, split, share);
        }
        return kind.ratio() == 0
                ? new RowMaker(kind.file(seed, split), RowMaker.TERA_BYTES, share)
                : new RowMaker(kind.records(seed, split), DataKind.RECORD_BYTES, share);
    }

    /** Returns the keys and values of the first split's first records, about this number of bytes in total. */
    public static byte[] first(DataKind kind, long seed, int bytes) {
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
    public abstract void next();

    /** Returns the framed bytes of all records so far. */
    public final long made() {
        return made;
    }

    /** Returns the current record's key. It is the same Text object for all records. */
    public final Text key() {
        return key.text();
    }

    /** Returns the current record's value. It is the same Text object for all records. */
    public final Text value() {
        return value.text();
    }

    /** Makes a record of the first bytes of the arrays, which has the given size once it is framed. */
    final void set(int keyBytes, int valueBytes, long size) {
        key.setLength(keyBytes);
        value.setLength(valueBytes);
        made += size;
    }

    /** Returns the length of the key, at least the given one, with which a record can have exactly the given size. */
    static int keyFor(long size, int shortest) {
        int keyBytes = shortest;
        while (RecordSize.valueFor(size, keyBytes) < 0) {
            keyBytes++;
        }
        return keyBytes;
    }

    /**
     * Makes records of one size from a file's data, with a key of 10 bytes. TeraSort's rows have 100 bytes, and 104
     * once they are framed. A share's last record is longer or shorter as needed.
     */
    static final class RowMaker extends ShuffleRecords {
        /** The size of a row in TeraGen's format. */
        static final int TERA_BYTES = 100;

        private static final int KEY_BYTES = 10;
        private static final int ROWS_AT_ONCE = 160;

        private final byte[] rows;
        private final FileData data;
        private final int rowBytes;
        private final long framed;
        /** The size of the longest record. The last record exceeds a row by less than {@link #MIN_BYTES}. */
        private final int mostBytes;

        private long row;

        RowMaker(FileData data, int rowBytes, long share) {
            super(2 * rowBytes, 2 * rowBytes, share);
            this.data = data;
            this.rowBytes = rowBytes;
            this.framed = RecordSize.framed(KEY_BYTES, rowBytes - KEY_BYTES);
            this.mostBytes = 2 * rowBytes;
            this.rows = new byte[ROWS_AT_ONCE * rowBytes];
        }

        @Override
        public void next() {
            int at = (int) (row % ROWS_AT_ONCE) * rowBytes;
            if (at == 0) {
                data.fill(row * rowBytes, rows, rows.length);
            }
            row++;
            long left = left();
            if (left - framed >= MIN_BYTES) {
                copy(at, KEY_BYTES, rowBytes - KEY_BYTES, framed);
            } else {
                int keyBytes = keyFor(left, KEY_BYTES);
                copy(Math.min(at, rows.length - mostBytes), keyBytes, RecordSize.valueFor(left, keyBytes), left);
            }
        }

        private void copy(int at, int keyBytes, int valueBytes, long size) {
            System.arraycopy(rows, at, key.bytes(), 0, keyBytes);
            System.arraycopy(rows, at + keyBytes, value.bytes(), 0, valueBytes);
            set(keyBytes, valueBytes, size);
        }
    }
}
