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

/** Dirty pages of this node. What one job left dirty is written while the next one runs, unless somebody waits. */
public final class DirtyPages {
    /** Bytes: so many are always there. */
    public static final long FEW = 32L << 20;

    private static final Pattern LINE = Pattern.compile("(?m)^(Dirty|Writeback):\\s+(\\d+) kB$");
    private static final Duration AFTER_SYNC = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 100;

    private final Path meminfo;

    /** @param meminfo the kernel's file */
    public DirtyPages(Path meminfo) {
        this.meminfo = meminfo;
    }

    /** This node's. */
    public static DirtyPages ofThisHost() {
        return new DirtyPages(Paths.get("/proc/meminfo"));
    }

    /** Bytes that are dirty or being written back, or null where the kernel does not say. */
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
     * Asks the kernel to write, and waits until it has written what was dirty then, and few are left or others have made them dirty again for some
     * time; at most until the limit. Returns what is left, or null as {@link #bytes()}.
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

    /** Anybody may; one that does not end goes on by itself, and what is left tells. */
    private static boolean sync(Duration limit) throws InterruptedException {
        try {
            File nowhere = new File("/dev/null");
            Process sync = new ProcessBuilder("sync")
                    .redirectErrorStream(true)
                    .redirectOutput(nowhere)
                    .start();
            return sync.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && sync.exitValue() == 0;
        } catch (IOException none) {
            // The kernel writes in its own time, and what is left tells.
            return false;
        }
    }
}
