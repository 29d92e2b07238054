package org.spindlebench.jobs.probe;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the number of dirty pages of this node, and waits until they are written. Otherwise the kernel would write one
 * job's dirty pages while the next job runs.
 */
public final class DirtyPages {
    /** The largest number of bytes of dirty pages that counts as few. Some are always present. */
    public static final long FEW = 32L << 20;

    private static final Pattern LINE = Pattern.compile("(?m)^(Dirty|Writeback):\\s+(\\d+) kB$");
    private static final Duration AFTER_SYNC = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 100;

    private final Path meminfo;

    /** @param meminfo the kernel's file {@code /proc/meminfo}, or another in tests */
    public DirtyPages(Path meminfo) {
        this.meminfo = meminfo;
    }

    public static DirtyPages ofThisHost() {
        return new DirtyPages(Paths.get("/proc/meminfo"));
    }

    /** Returns the bytes that are dirty or being written back, or null if the kernel does not state them. */
    public Long bytes() {
        try {
            String text = new String(Files.readAllBytes(meminfo), StandardCharsets.UTF_8);
            Matcher lines = LINE.matcher(text);
            long kib = 0;
            boolean any = false;
            while (lines.find()) {
                kib += Long.parseLong(lines.group(2));
                any = true;
            }
            return any ? Long.valueOf(kib << 10) : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    /**
     * Asks the kernel to write all dirty pages and waits until it has done so. Then waits up to 20 s until few are
     * left, because other processes may dirty pages again. Never waits longer than the limit.
     *
     * @return the bytes left, or null if {@link #bytes()} is null
     */
    public Long settle(Duration limit) throws InterruptedException {
        if (bytes() == null) {
            return null;
        }
        long deadline = System.nanoTime() + limit.toNanos();
        if (sync(limit)) {
            deadline = Math.min(deadline, System.nanoTime() + AFTER_SYNC.toNanos());
        }
        Long left = bytes();
        while (left != null && left > FEW && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
            left = bytes();
        }
        return left;
    }

    /**
     * Calls {@code sync}, which any user may do. After the limit, {@code sync} continues in the background; the bytes
     * left show what it has not written yet.
     */
    private static boolean sync(Duration limit) throws InterruptedException {
        try {
            File nowhere = new File("/dev/null");
            Process sync = new ProcessBuilder("sync")
                    .redirectErrorStream(true)
                    .redirectOutput(nowhere)
                    .start();
            return sync.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && sync.exitValue() == 0;
        } catch (IOException none) {
            // Without the program, the kernel writes at its own pace, and the bytes left show the result.
            return false;
        }
    }
}
