package org.spindlebench.jobs.data;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Puts longs into arrays of bytes, the lowest byte first. Bounds are checked once for many longs: to check each costs a
 * fifth of the time that it takes to make random text. So the longs go through the JDK's {@code Unsafe}, as those of
 * Hadoop's own comparators do. Where the JDK complains of that at run time (24 and later) they go through a VarHandle, and
 * through a ByteBuffer where there is neither. All are found by name: compilers for Java 8 warn of one and lack the other.
 */
final class LittleEndian {
    private static final int COMPLAINS_FROM = 24;

    private static final MethodType TYPE = MethodType.methodType(void.class, byte[].class, int.class, long.class);

    private static final MethodHandle PUT = find();

    private LittleEndian() {}

    /**
     * To be called before {@link #put} for all that it will write.
     *
     * @throws IndexOutOfBoundsException when so many bytes from there on are not in the array
     */
    static void check(byte[] bytes, int from, int length) {
        if ((from | length) < 0 || length > bytes.length - from) {
            throw new IndexOutOfBoundsException(
                    length + " bytes from " + from + " on, but the array has " + bytes.length);
        }
    }

    /** Writes eight bytes. They must lie within what was {@link #check checked}: nothing else keeps them in the array. */
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

    /** Java 8 calls itself 1.8, and is 1 here. */
    private static int javaVersion() {
        return Integer.parseInt(System.getProperty("java.specification.version").split("\\.")[0]);
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
        MethodHandle plus =
                lookup.findStatic(LittleEndian.class, "plus", MethodType.methodType(long.class, long.class, int.class));
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
