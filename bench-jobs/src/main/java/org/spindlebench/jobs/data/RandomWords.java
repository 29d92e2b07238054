package org.spindlebench.jobs.data;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.base.SplitMix.MadeUpWords;

/**
 * Writes random words, each followed by a space. The 1,000 invented words are fixed, and their mean length is 9.655, as
 * in RandomTextWriter.
 *
 * <p>A word and its space take at most 15 bytes. They are stored as two longs whose last byte is the size, so writing a
 * word costs two loads and two stores. The next word overwrites the bytes past the word's end.
 *
 * <p>Words are written in groups of four, and one random long selects all four. No branch depends on a random value,
 * except on the number of groups.
 */
public final class RandomWords {
    /** The largest number of bytes that writing a word overwrites, counted from the word's start. */
    public static final int MAX_BYTES = 16;

    static final int COUNT = 1000;
    private static final int TOTAL_LENGTH = 9655;
    private static final int MAX_LENGTH = MAX_BYTES - 2;
    private static final int AT_ONCE = 4;
    private static final int MOST_AT_ONCE = 1 << 20;
    private static final int SIZE_SHIFT = Long.SIZE - Byte.SIZE;

    /** A mask of the lower 16 bits of each 32 bits. */
    private static final long PICKS = 0x0000FFFF0000FFFFL;
    /**
     * A mask of the even indices below 2,048. With a mask and a table of constant size, the loads need no bounds check.
     */
    private static final int PLACES = 0x7FE;

    private static final long[] TABLE = table();

    private RandomWords() {}

    private static long[] table() {
        long[] table = new long[PLACES + 2];
        String[] words = MadeUpWords.ofLengths(lengths());
        for (int i = 0; i < COUNT; i++) {
            byte[] word = (words[i] + ' ').getBytes(StandardCharsets.US_ASCII);
            ByteBuffer padded = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            padded.put(word);
            table[2 * i] = padded.getLong(0);
            table[2 * i + 1] = padded.getLong(Long.BYTES) | (long) word.length << SIZE_SHIFT;
        }
        return table;
    }

    /**
     * Returns the words' lengths, a cycle from 5 to 14 with some of the shorter lengths increased for an exact mean.
     */
    public static int[] lengths() {
        int[] lengths = new int[COUNT];
        int missing = TOTAL_LENGTH;
        for (int i = 0; i < COUNT; i++) {
            lengths[i] = 5 + i % 10;
            missing -= lengths[i];
        }
        for (int i = 0; missing > 0; i++) {
            if (lengths[i] < MAX_LENGTH) {
                lengths[i]++;
                missing--;
            }
        }
        return lengths;
    }

    /** Returns the number of bytes that a buffer needs for the given number of words. */
    public static int room(int words) {
        if (words < 1 || words > MOST_AT_ONCE) {
            throw new IllegalArgumentException(words + " words; must be 1 to " + MOST_AT_ONCE);
        }
        return (words + AT_ONCE - 1) / AT_ONCE * AT_ONCE * MAX_BYTES;
    }

    /**
     * Writes random words and returns the position after the last one. All four loads of a group precede its stores,
     * because a processor delays loads until it knows the addresses of earlier stores.
     *
     * @param buffer a buffer with {@link #room} for the words after {@code start}
     * @param count the number of words, at least one
     * @throws IndexOutOfBoundsException if the buffer is smaller
     */
    public static int write(byte[] buffer, int start, int count, SplitMix random) {
        LittleEndian.check(buffer, start, room(count));
        int end1;
        int end2;
        int end3;
        int end4 = start;
        int left = count;
        long counter = random.take((count + AT_ONCE - 1) / AT_ONCE);
        do {
            // An index is 2 * floor(16 bits * COUNT / 2^16). One multiplication computes two indices.
            counter += SplitMix.STEP;
            long bits = SplitMix.mix(counter);
            long odd = (bits & PICKS) * (2 * COUNT);
            long even = ((bits >>> 16) & PICKS) * (2 * COUNT);
            int first = (int) (odd >>> 16) & PLACES;
            int second = (int) (even >>> 16) & PLACES;
            int third = (int) (odd >>> 48) & PLACES;
            int fourth = (int) (even >>> 48) & PLACES;
            long head1 = TABLE[first];
            long head2 = TABLE[second];
            long head3 = TABLE[third];
            long head4 = TABLE[fourth];
            long tail1 = TABLE[first + 1];
            long tail2 = TABLE[second + 1];
            long tail3 = TABLE[third + 1];
            long tail4 = TABLE[fourth + 1];
            end1 = put(buffer, end4, head1, tail1);
            end2 = put(buffer, end1, head2, tail2);
            end3 = put(buffer, end2, head3, tail3);
            end4 = put(buffer, end3, head4, tail4);
            left -= AT_ONCE;
        } while (left > 0);
        int ofLast = left + AT_ONCE;
        return end1
                + ((end2 - end1) & ofMoreThan(1, ofLast))
                + ((end3 - end2) & ofMoreThan(2, ofLast))
                + ((end4 - end3) & ofMoreThan(3, ofLast));
    }

    /** Returns all ones if the count exceeds the limit, otherwise zero. */
    private static int ofMoreThan(int limit, int counted) {
        return (limit - counted) >> (Integer.SIZE - 1);
    }

    private static int put(byte[] buffer, int at, long head, long tail) {
        LittleEndian.put(buffer, at, head);
        LittleEndian.put(buffer, at + Long.BYTES, tail);
        return at + (int) (tail >>> SIZE_SHIFT);
    }

    /**
     * Writes longs to byte arrays, lowest byte first. Bounds are checked once for many longs, because checking each
     * would cost a fifth of the time for random text.
     *
     * <p>The longs are written with the JDK's {@code Unsafe}, as in Hadoop's own comparators. From Java 24 on, the JDK
     * warns about {@code Unsafe} at run time, so a VarHandle is used instead. If neither is available, a ByteBuffer is
     * used. Each is looked up by name, because compilers for Java 8 warn about {@code Unsafe} and lack VarHandles.
     */
    static final class LittleEndian {
        private static final int COMPLAINS_FROM = 24;

        private static final MethodType TYPE = MethodType.methodType(void.class, byte[].class, int.class, long.class);

        private static final MethodHandle PUT = find();

        private LittleEndian() {}

        /**
         * Checks the bounds. Call it before {@link #put}, for the whole range to be written.
         *
         * @throws IndexOutOfBoundsException if the range is not within the array
         */
        static void check(byte[] bytes, int from, int length) {
            if ((from | length) < 0 || length > bytes.length - from) {
                throw new IndexOutOfBoundsException(
                        length + " bytes from " + from + " on, but the array has " + bytes.length);
            }
        }

        /** Writes eight bytes in a {@link #check checked} range. Nothing else prevents a write outside the array. */
        static void put(byte[] bytes, int at, long value) {
            try {
                PUT.invokeExact(bytes, at, value);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a store throws nothing else", e);
            }
        }

        private static MethodHandle find() {
            try {
                boolean quiet = javaVersion() < COMPLAINS_FROM;
                return quiet && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? byUnsafe() : byVarHandle();
            } catch (ReflectiveOperationException | RuntimeException e) {
                return byBuffer();
            }
        }

        /** Returns the Java version. Java 8 calls itself 1.8, so the result is 1. */
        private static int javaVersion() {
            return Integer.parseInt(
                    System.getProperty("java.specification.version").split("\\.")[0]);
        }

        static MethodHandle byUnsafe() throws ReflectiveOperationException {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            long base = (int) type.getMethod("arrayBaseOffset", Class.class).invoke(unsafe, byte[].class);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle put = lookup.findVirtual(
                            type, "putLong", MethodType.methodType(void.class, Object.class, long.class, long.class))
                    .bindTo(unsafe);
            MethodHandle plus = lookup.findStatic(
                    LittleEndian.class, "plus", MethodType.methodType(long.class, long.class, int.class));
            return MethodHandles.filterArguments(put, 1, MethodHandles.insertArguments(plus, 0, base))
                    .asType(TYPE);
        }

        static long plus(long base, int at) {
            return base + at;
        }

        static MethodHandle byVarHandle() throws ReflectiveOperationException {
            Object view = MethodHandles.class
                    .getMethod("byteArrayViewVarHandle", Class.class, ByteOrder.class)
                    .invoke(null, long[].class, ByteOrder.LITTLE_ENDIAN);
            Class<?> modes = Class.forName("java.lang.invoke.VarHandle$AccessMode");
            Object set = modes.getMethod("valueFromMethodName", String.class).invoke(null, "set");
            return (MethodHandle) Class.forName("java.lang.invoke.VarHandle")
                    .getMethod("toMethodHandle", modes)
                    .invoke(view, set);
        }

        static MethodHandle byBuffer() {
            try {
                return MethodHandles.lookup().findStatic(LittleEndian.class, "putByBuffer", TYPE);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the method is below", e);
            }
        }

        static void putByBuffer(byte[] bytes, int at, long value) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
        }
    }
}
