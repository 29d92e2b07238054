package org.spindlebench.it.campaign;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The share of files that is in the page cache according to mincore(2), as {@code fincore} prints it. Looking at pages
 * does not load them.
 *
 * @param pages number of pages looked at
 * @param resident number of these pages that are in memory
 */
record Residency(long pages, long resident) {
    private static final int PAGE = 4096;
    /** Only one page in this number of pages is looked at. */
    private static final int EVERY = 8;

    static Residency of(List<Path> files) throws IOException {
        long pages = 0;
        long resident = 0;
        for (Path file : files) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
                for (int at = 0; at < mapped.capacity(); at += PAGE * EVERY) {
                    pages++;
                    if (mapped.slice(at, Math.min(PAGE, mapped.capacity() - at)).isLoaded()) {
                        resident++;
                    }
                }
            }
        }
        return new Residency(pages, resident);
    }

    /** Returns the files of a DataNode's finished blocks with a length in this range. */
    static List<Path> blocks(Path dataDirectory, long least, long most) throws IOException {
        try (Stream<Path> files = Files.walk(dataDirectory)) {
            return files.filter(file -> file.getFileName().toString().matches("blk_[0-9]+"))
                    .filter(file -> file.getParent().toString().contains("/finalized/"))
                    .filter(file ->
                            least <= file.toFile().length() && file.toFile().length() <= most)
                    .toList();
        }
    }

    double share() {
        return pages == 0 ? 0 : (double) resident / pages;
    }
}
