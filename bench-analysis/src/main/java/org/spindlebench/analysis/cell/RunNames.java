package org.spindlebench.analysis.cell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** A set of names, kept as bytes one after the other: a million objects are more than a program that only wants to know one again can spare. */
final class RunNames {
    private static final int FEW = 16;
    private static final int BYTES_OF_ONE = 8;

    /** Names with characters that one byte does not hold. */
    private final Set<String> wide = new HashSet<>();

    private byte[] text = new byte[FEW * BYTES_OF_ONE];
    private int[] ends = new int[FEW];
    private int[] hashes = new int[FEW];
    private int size;
    /** By hash, linear probing: one more than a name's number, or 0. Never more than half full. */
    private int[] table = new int[2 * FEW];

    /** @return false if it is there already */
    boolean add(String name) {
        if (isWide(name)) {
            return wide.add(name);
        }
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        int hash = name.hashCode();
        int place = place(table, hash);
        while (table[place] != 0) {
            if (is(table[place] - 1, hash, bytes)) {
                return false;
            }
            place = next(table, place);
        }
        append(bytes, hash);
        table[place] = size;
        if (2 * size >= table.length) {
            spread();
        }
        return true;
    }

    int size() {
        return size + wide.size();
    }

    private static boolean isWide(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) > 0xff) {
                return true;
            }
        }
        return false;
    }

    private static int place(int[] table, int hash) {
        // Names that count up have hashes that do so, too: spread by the golden ratio, whose high bits are the good
        // ones.
        return (hash * 0x9e3779b9) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
    }

    private static int next(int[] table, int place) {
        return (place + 1) & (table.length - 1);
    }

    private boolean is(int number, int hash, byte[] bytes) {
        return hashes[number] == hash && Arrays.equals(text, start(number), ends[number], bytes, 0, bytes.length);
    }

    private int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    private void append(byte[] bytes, int hash) {
        int start = start(size);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        int end = Math.addExact(start, bytes.length);
        if (end > text.length) {
            text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * end));
        }
        System.arraycopy(bytes, 0, text, start, bytes.length);
        ends[size] = end;
        hashes[size++] = hash;
    }

    private void spread() {
        int[] wider = new int[2 * table.length];
        for (int number = 0; number < size; number++) {
            int place = place(wider, hashes[number]);
            while (wider[place] != 0) {
                place = next(wider, place);
            }
            wider[place] = number + 1;
        }
        table = wider;
    }
}
