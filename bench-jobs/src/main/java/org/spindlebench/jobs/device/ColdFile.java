package org.spindlebench.jobs.device;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Takes a file out of the page cache, by {@code dd iflag=nocache count=0}, which is posix_fadvise(POSIX_FADV_DONTNEED) on all of it, and
 * proves it: of pages spread over the file none may be in memory, by mincore(2), which is what {@code isLoaded} asks.
 */
final class ColdFile {
    /** A share of 1 % in memory is missed with a chance of 0.000035 where pages are spread at random. */
    private static final int LOOKS = 1024;

    private static final int PAGE = 4096;
    private static final long LIMIT_SECONDS = 60;

    private ColdFile() {}

    /** @throws IOException where the file is still in memory, or it cannot be known */
    static void make(OwnDirectory directory) throws IOException, InterruptedException {
        Path file = directory.file();
        ProcessBuilder dd = new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0")
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"));
        Process process = directory.start(dd);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("the page cache cannot be emptied: `dd iflag=nocache` failed");
        }
        int loaded = loaded(file);
        if (loaded > 0) {
            throw new IOException("the page cache could not be emptied: " + loaded + " of " + LOOKS
                    + " pages of the file are still in memory");
        }
    }

    /** Of so many pages that lie evenly in the file, how many are in memory. */
    static int loaded(Path file) throws IOException {
        int loaded = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long pages = channel.size() / PAGE;
            for (int i = 0; i < LOOKS && pages > 0; i++) {
                long page = (long) ((double) i / LOOKS * pages);
                if (channel.map(FileChannel.MapMode.READ_ONLY, page * PAGE, PAGE)
                        .isLoaded()) {
                    loaded++;
                }
            }
        }
        return loaded;
    }
}
