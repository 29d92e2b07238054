package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path directory;

    @Test
    void a_file_is_replaced_and_nothing_else_is_left() throws IOException {
        Path file = directory.resolve("a.json");
        AtomicFile.write(file, "old");
        AtomicFile.write(file, "new");
        assertThat(file).hasContent("new");
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void a_file_has_the_permissions_of_any_new_file() throws IOException {
        Path usual = Files.writeString(directory.resolve("usual"), "");
        Path file = directory.resolve("a.json");
        AtomicFile.write(file, "");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(usual));
    }

    @Test
    void a_write_that_fails_leaves_no_temporary_file() throws IOException {
        Path occupied = directory.resolve("a.json");
        Files.createDirectories(occupied.resolve("child"));
        assertThatThrownBy(() -> AtomicFile.write(occupied, "x")).isInstanceOf(IOException.class);
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(occupied);
        }
    }
}
