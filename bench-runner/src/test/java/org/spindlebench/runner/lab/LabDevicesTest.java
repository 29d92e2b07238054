package org.spindlebench.runner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabDevicesTest {
    @TempDir
    private Path temporary;

    private final String dirsOfLateDaemon = "lab/mnt/disk-1/shuffle/nm0";

    @Test
    void directoriesThatALateDaemonMadeAreRemoved() throws Exception {
        Files.createDirectories(temporary.resolve(dirsOfLateDaemon));

        assertThat(new LabDevices(new LabDirectory(temporary.resolve("lab"))).remove())
                .isEmpty();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void filesOfOthersStay() throws Exception {
        Path file = Files.createDirectories(temporary.resolve(dirsOfLateDaemon)).resolve("somebodys");
        Files.writeString(file, "text");

        assertThat(new LabDevices(new LabDirectory(temporary.resolve("lab"))).remove())
                .anyMatch(left -> left.contains("disk-1 was not removed"));

        assertThat(file).hasContent("text");
    }
}
