package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions.DataDir;

class DataDirTest {

    @Test
    void aPathAloneIsADisk() {
        assertThat(DataDir.parse("/data/1")).isEqualTo(new DataDir(StorageType.DISK, Path.of("/data/1")));
    }

    @Test
    void aStorageTypeStandsInBracketsInAnyCase() {
        assertThat(DataDir.parse(" [ssd]/data/1")).isEqualTo(new DataDir(StorageType.SSD, Path.of("/data/1")));
    }

    @Test
    void itIsPrintedAsHdfsReadsIt() {
        assertThat(DataDir.parse("[ARCHIVE]/data/1")).hasToString("[ARCHIVE]/data/1");
    }

    @Test
    void anUnknownStorageTypeIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataDir.parse("[SDD]/data/1"))
                .withMessageContaining("SDD")
                .withMessageContaining("SSD");
    }
}
