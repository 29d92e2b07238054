package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.io.Text;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;

/**
 * Rows of TeraGen's form as TeraSort shuffles them: a key of 10 bytes and a value of 90, 104 bytes framed. The last record of a share is longer or shorter as
 * needed.
 */
final class RowMaker implements Records {
    private static final int KEY_BYTES = 10;
    private static final int VALUE_BYTES = 90;
    private static final int ROW_BYTES = KEY_BYTES + VALUE_BYTES;
    private static final int FRAMED = (int) RecordSize.framed(KEY_BYTES, VALUE_BYTES);
    private static final int ROWS_AT_ONCE = 160;
    /** A last record has less than {@link Records#MIN_BYTES} more than a row. */
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
        this.share = Records.checked(share);
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
