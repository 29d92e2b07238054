package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    @TempDir
    private Path cache;

    @Test
    void archivesAreRemovedAndNothingElse() throws IOException {
        Files.writeString(cache.resolve("one.jsa"), "12345");
        Files.writeString(cache.resolve("two.jsa"), "12345");
        Files.writeString(cache.resolve("mine"), "kept");

        assertThat(ClassArchive.remove(cache, true)).isEqualTo(10);
        assertThat(cache.resolve("one.jsa")).exists();

        assertThat(ClassArchive.remove(cache, false)).isEqualTo(10);
        assertThat(cache).isDirectoryNotContaining("glob:**.jsa").isDirectoryContaining("glob:**/mine");
    }

    @Test
    void anEmptyCacheIsRemovedAndAMissingOneIsEmpty() throws IOException {
        Path own = Files.createDirectory(cache.resolve("own"));
        Files.writeString(own.resolve("one.jsa"), "1");

        assertThat(ClassArchive.remove(own, false)).isEqualTo(1);
        assertThat(own).doesNotExist();
        assertThat(ClassArchive.remove(own, false)).isZero();
    }
}
