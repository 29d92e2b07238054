package org.spindlebench.runner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabDevicesTest {
    @TempDir
    private Path temporary;

    private final String dirsOfLateDaemon = "lab/mnt/disk-1/shuffle/nm0";

    @Test
    void directoriesThatALateDaemonMadeAreRemoved() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(devices().remove()).isEmpty();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void theyAreRemovedFromAPlaceWithoutALaboratoryToo() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(devices().removeRemains()).isTrue();

        assertThat(temporary).isEmptyDirectory();
        assertThat(devices().removeRemains()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab/mnt/disk-1/shuffle/nm0/somebodys", "lab/somebodys", "lab/nbd/somebodys"})
    void aPlaceWithAFileIsSomebodys(String name) throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));
        Path file = temporary.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "text");

        assertThat(devices().removeRemains()).isFalse();

        assertThat(file).hasContent("text");
        assertThat(temporary.resolve(dirsOfLateDaemon)).isDirectory();
    }

    @Test
    void aDirectoryThatSomebodyMadeStays() throws Exception {
        Files.createDirectories(temporary.resolve("lab/photos"));

        assertThat(devices().removeRemains()).isFalse();

        assertThat(temporary.resolve("lab/photos")).isDirectory();
    }

    private LabDevices devices() {
        return new LabDevices(new LabDirectory(temporary.resolve("lab")));
    }

    @Test
    void filesOfOthersStay() throws Exception {
        Path file = Files.createDirectories(temporary.resolve(dirsOfLateDaemon)).resolve("somebodys");
        Files.writeString(file, "text");

        assertThat(devices().remove()).anyMatch(left -> left.contains("disk-1 was not removed"));

        assertThat(file).hasContent("text");
    }
}
