package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

class StorageDirectoryTest {
    private static final Path HERE = Path.of("/here");

    @Test
    void aPathAloneIsADiskToHdfs() throws NotUnderstoodException {
        assertThat(StorageDirectory.parse(HERE, "data/1"))
                .hasToString("/here/data/1")
                .extracting(StorageDirectory::storageType)
                .isEqualTo(StorageDirectory.Type.DISK);
        assertThat(StorageDirectory.parse(HERE, "/data/1").resolve("dn0")).hasToString("[DISK]/data/1/dn0");
    }

    @Test
    void itIsPrintedAsHdfsReadsIt() throws NotUnderstoodException {
        assertThat(StorageDirectory.parse(HERE, "[ARCHIVE]/data/1").resolve("dn0"))
                .hasToString("[ARCHIVE]/data/1/dn0");
    }
}
