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

    /** Replaces a row by its predecessor, which keeps the order. */
    static byte[] replacedByPredecessor(byte[] file, int row) {
        byte[] changed = file.clone();
        System.arraycopy(file, (row - 1) * BYTES, changed, row * BYTES, BYTES);
        return changed;
    }

    static byte[] withoutLast(byte[] file, int bytes) {
        return Arrays.copyOf(file, file.length - bytes);
    }
}
