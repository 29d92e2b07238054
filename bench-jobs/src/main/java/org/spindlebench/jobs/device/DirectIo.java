package org.spindlebench.jobs.device;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.spindlebench.jobs.device.Engine.Access;

/** Opens files with O_DIRECT. Java has the option since version 10, so this code for Java 8 looks it up by name. */
final class DirectIo {
    /** An alignment that every device and file system accepts. */
    private static final int PAGE = 4096;

    /**
     * The number of bytes to allocate, and not use, before a buffer's own pages. The kernel hands out recently freed
     * single pages first and contiguous runs afterwards. Devices limit the number of runs in a request, so scattered
     * pages make requests smaller. In a measurement, such scattered pages halved the bandwidth.
     */
    private static final int SCATTERED = 4 << 20;

    private DirectIo() {}

    /** Returns why blocks of these sizes cannot be written and read with O_DIRECT; null if they can. */
    static String refusal(Path trial, List<Integer> blocks) throws IOException {
        OpenOption direct = option();
        if (direct == null) {
            return "Java " + System.getProperty("java.specification.version") + " has no O_DIRECT";
        }
        long unit = blockSize(trial.toAbsolutePath().getParent());
        for (int block : blocks) {
            if (block % unit != 0) {
                return "O_DIRECT needs multiples of " + unit + " bytes here, not " + block;
            }
        }
        try (FileChannel channel = FileChannel.open(
                trial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ, direct)) {
            ByteBuffer buffer = buffer(blocks.get(0));
            channel.write(buffer, 0);
            buffer.clear();
            channel.read(buffer, 0);
            return null;
        } catch (IOException | UnsupportedOperationException e) {
            return "O_DIRECT is refused here: " + e.getMessage();
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    static FileChannel open(Path file, Access access, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
        if (access == Access.DIRECT) {
            all.add(option());
        }
        return FileChannel.open(file, all);
    }

    /** Allocates a buffer outside Java's heap, at an address that O_DIRECT accepts. */
    static ByteBuffer buffer(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(SCATTERED + bytes + PAGE);
        buffer.position(SCATTERED);
        try {
            Method slice = ByteBuffer.class.getMethod("alignedSlice", int.class);
            buffer = (ByteBuffer) slice.invoke(buffer, PAGE);
        } catch (NoSuchMethodException java8) {
            // A Java without {@code alignedSlice} has no O_DIRECT either.
            buffer = buffer.slice();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("alignedSlice refused a power of two", e);
        }
        buffer.limit(bytes);
        return buffer.slice();
    }

    private static OpenOption option() {
        try {
            Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
            for (Object option : options.getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
            return null;
        } catch (ClassNotFoundException none) {
            return null;
        }
    }

    private static long blockSize(Path directory) throws IOException {
        try {
            Object size = FileStore.class.getMethod("getBlockSize").invoke(Files.getFileStore(directory));
            return (long) size;
        } catch (ReflectiveOperationException | UnsupportedOperationException unknown) {
            return PAGE;
        }
    }
}
