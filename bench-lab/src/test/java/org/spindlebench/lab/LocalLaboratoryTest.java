package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.Laboratory;

class LocalLaboratoryTest {
    @TempDir
    private Path temporary;

    @Test
    void theRunnerFindsTheLaboratoryOnTheClassPath() throws IOException {
        Laboratory found = Laboratory.in(new LabDirectory(temporary.resolve("lab")), note -> {});

        assertThat(found).isInstanceOf(LocalLaboratory.class);
        assertThat(Laboratory.missing()).isEqualTo(LabNeeds.missing());
    }

    @Test
    void whereNothingStandsNothingIsToldOrRemoved() throws IOException, InterruptedException {
        List<String> notes = new ArrayList<>();
        Laboratory none = Laboratory.in(new LabDirectory(temporary.resolve("lab")), notes::add);

        assertThat(none.status()).isEmpty();
        assertThat(none.down()).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void aHostWithoutNbdfuseIsToldWhatToInstall() {
        assertThat(LabNeeds.missing(temporary.toString()))
                .anyMatch(missing -> missing.contains("nbdfuse") && missing.contains("apt-get install"))
                .anyMatch(missing -> missing.contains("libnbd-bin fuse3"));
    }
}
