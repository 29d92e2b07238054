package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.io.Text;
import org.spindlebench.jobs.data.Words;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Makes the records of one split: RandomTextWriter's model, 5 to 9 words as key and 10 to 99 as value, about 655 bytes.
 * The sum of their framed sizes ({@link RecordSize}) is exactly the split's share: the last record is longer or shorter
 * than its words as needed, cut within a word. All of it depends on seed and split alone.
 */
public final class RecordMaker implements Records {
    private static final int MIN_KEY_WORDS = 5;
    private static final int KEY_WORDS_RANGE = 5;
    private static final int MIN_VALUE_WORDS = 10;
    private static final int VALUE_WORDS_RANGE = 90;
    private static final int SHORT_KEY_BYTES = 20;

    private final InPlaceText key = new InPlaceText(Words.room(MIN_KEY_WORDS + KEY_WORDS_RANGE));
    /** A last value may exceed a longest one by {@link #MIN_BYTES} and the difference of two keys. */
    private final InPlaceText value = new InPlaceText(2 * Words.room(MIN_VALUE_WORDS + VALUE_WORDS_RANGE));

    private final SplitMix random;
    private final long share;
    private long made;

    public RecordMaker(long seed, int split, long share) {
        this.random = new SplitMix(seed, split);
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
        long sizes = random.next();
        int keyBytes =
                Words.write(key.bytes(), 0, MIN_KEY_WORDS + SplitMix.scale((int) sizes, KEY_WORDS_RANGE), random);
        int valueBytes = Words.write(
                value.bytes(), 0, MIN_VALUE_WORDS + SplitMix.scale((int) (sizes >>> 32), VALUE_WORDS_RANGE), random);
        long size = RecordSize.framed(keyBytes, valueBytes);
        long left = share - made;
        if (left - size >= MIN_BYTES) {
            set(keyBytes, valueBytes, size);
        } else {
            last(left);
        }
    }

    private void last(long size) {
        Words.write(value.bytes(), 0, VALUE_WORDS_RANGE + VALUE_WORDS_RANGE, random);
        int keyBytes = SHORT_KEY_BYTES;
        int valueBytes = RecordSize.valueFor(size, keyBytes);
        while (valueBytes < 0) {
            keyBytes++;
            valueBytes = RecordSize.valueFor(size, keyBytes);
        }
        set(keyBytes, valueBytes, size);
    }

    private void set(int keyBytes, int valueBytes, long size) {
        key.setLength(keyBytes);
        value.setLength(valueBytes);
        made += size;
    }
}
