package org.spindlebench.jobs.shuffle;

import java.util.Arrays;
import org.apache.hadoop.io.WritableUtils;

/**
 * Bytes of a record of two Texts as an IFile frames it: the lengths of serialised key and value as variable-length
 * integers, then both, each with its own length in front. Two bytes of end mark and four of checksum for each segment are
 * not counted: they belong to no record.
 */
final class RecordSize {
    /** Of the lengths that almost all records have: to look them up costs less than to compute them. */
    private static final int[] USUAL = new int[4096];

    static {
        Arrays.setAll(USUAL, RecordSize::computed);
    }

    private RecordSize() {}

    static long framed(int keyBytes, int valueBytes) {
        return (long) framed(keyBytes) + framed(valueBytes);
    }

    /** A key or a value. */
    private static int framed(int bytes) {
        return bytes < USUAL.length ? USUAL[bytes] : computed(bytes);
    }

    private static int computed(int bytes) {
        int text = WritableUtils.getVIntSize(bytes) + bytes;
        return WritableUtils.getVIntSize(text) + text;
    }

    /**
     * The length of the value that makes a record of exactly that size; negative if there is none. There is none for a
     * few sizes, where one of the lengths in front grows by a byte; a key longer by one byte then has one.
     */
    static int valueFor(long framedBytes, int keyBytes) {
        long value = framedBytes - framed(keyBytes, 0);
        while (value >= 0 && framed(keyBytes, (int) value) > framedBytes) {
            value--;
        }
        return value >= 0 && framed(keyBytes, (int) value) == framedBytes ? (int) value : -1;
    }
}
