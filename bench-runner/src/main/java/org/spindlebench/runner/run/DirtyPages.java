package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dirty pages of this host. What one run left dirty is written while the next one runs, unless somebody waits.
 *
 * @param meminfo the kernel's file
 */
public record DirtyPages(Path meminfo) {
    private static final Pattern LINE = Pattern.compile("(?m)^(Dirty|Writeback):\\s+(\\d+) kB$");
    /** So many are always there. */
    static final long FEW = 32L << 20;

    /** This host's. */
    public static DirtyPages ofThisHost() {
        return new DirtyPages(Path.of("/proc/meminfo"));
    }

    /** Bytes that are dirty or being written back, or null where the kernel does not say. */
    public Long bytes() {
        try {
            Matcher lines = LINE.matcher(Files.readString(meminfo));
            long kib = 0;
            boolean any = false;
            while (lines.find()) {
                kib += Long.parseLong(lines.group(2));
                any = true;
            }
            return any ? kib << 10 : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** Asks the kernel to write, and waits until few are left or the limit has passed; returns what is left. */
    public Long settle(Duration limit) throws InterruptedException {
        Long left = bytes();
        if (left == null) {
            return null;
        }
        Cooling.Outcome.of(List.of("sync"));
        long deadline = System.nanoTime() + limit.toNanos();
        left = bytes();
        while (left != null && left > FEW && System.nanoTime() < deadline) {
            Thread.sleep(100);
            left = bytes();
        }
        return left;
    }
}
