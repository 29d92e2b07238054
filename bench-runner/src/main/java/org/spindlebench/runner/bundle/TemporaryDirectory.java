package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that only this user can read; on close, it is deleted with its whole content. */
final class TemporaryDirectory implements AutoCloseable {
    private final Path path;

    TemporaryDirectory() throws IOException {
        path = Files.createTempDirectory("spindle-bundle-");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(path)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : deepestFirst) {
            Files.deleteIfExists(one);
        }
    }
}
