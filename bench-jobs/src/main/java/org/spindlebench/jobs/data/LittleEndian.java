package org.spindlebench.jobs.data;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Puts longs into arrays of bytes, the lowest byte first. From Java 9 on by a VarHandle, which costs half of what a
 * ByteBuffer does; found by name, since this code is compiled for Java 8 too.
 */
final class LittleEndian {
    private static final MethodHandle PUT = find();

    private LittleEndian() {}

    /**
     * Writes eight bytes.
     *
     * @throws IndexOutOfBoundsException when they do not fit
     */
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
            return byVarHandle();
        } catch (ReflectiveOperationException java8) {
            return byBuffer();
        }
    }

    private static MethodHandle byVarHandle() throws ReflectiveOperationException {
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
            return MethodHandles.lookup()
                    .findStatic(
                            LittleEndian.class,
                            "putByBuffer",
                            MethodType.methodType(void.class, byte[].class, int.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the method is below", e);
        }
    }

    static void putByBuffer(byte[] bytes, int at, long value) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
    }
}
