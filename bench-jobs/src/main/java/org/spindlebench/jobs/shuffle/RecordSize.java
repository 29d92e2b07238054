package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.io.WritableUtils;

/**
 * Bytes of a record of two Texts as an IFile frames it: the lengths of serialised key and value as variable-length
 * integers, then both, each with its own length in front. Two bytes of end mark and four of checksum for each segment are
 * not counted: they belong to no record.
 */
final class RecordSize {
    private RecordSize() {}

    static long framed(int keyBytes, int valueBytes) {
        int key = text(keyBytes);
        int value = text(valueBytes);
        return (long) WritableUtils.getVIntSize(key) + WritableUtils.getVIntSize(value) + key + value;
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

    private static int text(int bytes) {
        return WritableUtils.getVIntSize(bytes) + bytes;
    }
}
