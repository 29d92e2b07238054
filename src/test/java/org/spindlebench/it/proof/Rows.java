package org.spindlebench.it.proof;

import java.util.Arrays;

/** TeraSort's rows in a file's bytes. */
final class Rows {
    static final int BYTES = 100;

    private Rows() {}

    static byte[] swapped(byte[] file, int one, int other) {
        byte[] changed = file.clone();
        System.arraycopy(file, one * BYTES, changed, other * BYTES, BYTES);
        System.arraycopy(file, other * BYTES, changed, one * BYTES, BYTES);
        return changed;
    }

    /** The row's predecessor in its place: the order still holds. */
    static byte[] replacedByPredecessor(byte[] file, int row) {
        byte[] changed = file.clone();
        System.arraycopy(file, (row - 1) * BYTES, changed, row * BYTES, BYTES);
        return changed;
    }

    static byte[] withoutLast(byte[] file, int bytes) {
        return Arrays.copyOf(file, file.length - bytes);
    }
}
