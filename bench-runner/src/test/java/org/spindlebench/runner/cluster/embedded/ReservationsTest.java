package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReservationsTest {
    @TempDir
    private Path directory;

    private DataDir dir(StorageType type, String name) {
        return new DataDir(type, directory.resolve(name));
    }

    @Test
    void directoriesOfOneFileSystemReserveAllButTheirShare() {
        long size = directory.toFile().getTotalSpace();
        DataDir first = dir(StorageType.SSD, "a/dn0");
        DataDir second = dir(StorageType.SSD, "b/dn0");
        DataDir third = dir(StorageType.DISK, "c/dn0");
        Reservations reservations = Reservations.forDirectories(List.of(first, second, third));
        String reserved = String.valueOf(size - size / 3);
        assertThat(reservations.of(List.of(first, second)))
                .containsOnly(
                        Map.entry("dfs.datanode.du.reserved." + first.path(), reserved),
                        Map.entry("dfs.datanode.du.reserved." + second.path(), reserved),
                        Map.entry("dfs.datanode.du.reserved.ssd", reserved));
    }

    @Test
    void anOnlyDirectoryReservesNothing() {
        DataDir only = dir(StorageType.DISK, "a/dn0");
        assertThat(Reservations.forDirectories(List.of(only)).of(List.of(only)).values())
                .containsOnly("0");
    }
}
