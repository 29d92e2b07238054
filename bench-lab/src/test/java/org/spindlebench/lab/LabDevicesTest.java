package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabDirectory;

class LabDevicesTest {
    @TempDir
    private Path temporary;

    static final EmulatedDisk DISK =
            new EmulatedDisk("disk-1", 1 << 20, true, 1e6, 1e6, 1, 0, 1, 0, 0, List.of(), List.of());

    private final String dirsOfLateDaemon = "lab/mnt/disk-1/shuffle/spindle-573273a5-f90c-4e97-8eeb-945c81e33bab/nm0";

    @Test
    void directoriesThatALateDaemonMadeAreRemoved() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(devices().remove(List.of(DISK))).isEmpty();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void theyAreRemovedFromAPlaceWithoutALaboratoryToo() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(devices().removeRemains()).isTrue();

        assertThat(temporary).isEmptyDirectory();
        assertThat(devices().removeRemains()).isTrue();
    }

    @Test
    void aDiskIsMountedWhereALateDaemonHasMadeItsDirectories() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(devices().mountPoint("disk-1")).isDirectory();
        assertThat(devices().mountPoint("disk-2")).isEmptyDirectory();
        assertThat(devices().mountPoint("disk-2")).isEmptyDirectory();
    }

    @Test
    void aDiskIsNotMountedOverFilesOrThroughALink() throws Exception {
        Files.createDirectories(temporary.resolve("lab/mnt/disk-1"));
        Files.writeString(temporary.resolve("lab/mnt/disk-1/photo"), "text");
        Files.createSymbolicLink(temporary.resolve("lab/mnt/disk-2"), temporary);

        assertThatThrownBy(() -> devices().mountPoint("disk-1")).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> devices().mountPoint("disk-2")).isInstanceOf(FileAlreadyExistsException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lab/mnt/disk-1/shuffle/spindle-573273a5-f90c-4e97-8eeb-945c81e33bab/nm0/somebodys",
                "lab/somebodys",
                "lab/nbd/somebodys"
            })
    void aPlaceWithAFileIsSomebodys(String name) throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));
        Path file = temporary.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "text");

        assertThat(devices().removeRemains()).isFalse();

        assertThat(file).hasContent("text");
        assertThat(temporary.resolve(dirsOfLateDaemon)).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab/photos", "lab/mnt/photos", "lab/mnt/disk-1/shuffle/photos", "lab/mnt/a/b/c/d"})
    void aDirectoryThatSomebodyMadeStays(String name) throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));
        Files.createDirectories(temporary.resolve(name));

        assertThat(devices().removeRemains()).isFalse();

        assertThat(temporary.resolve(name)).isDirectory();
    }

    private LabDevices devices() {
        return new LabDevices(new LabDirectory(temporary.resolve("lab")));
    }

    @Test
    void filesOfOthersStay() throws Exception {
        Path file = Files.createDirectories(temporary.resolve(dirsOfLateDaemon)).resolve("somebodys");
        Files.writeString(file, "text");

        assertThat(devices().remove(List.of(DISK))).anyMatch(left -> left.contains("disk-1 was not removed"));

        assertThat(file).hasContent("text");
    }
}
