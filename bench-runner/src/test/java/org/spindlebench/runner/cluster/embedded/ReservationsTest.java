package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.embedded.DaemonSettings.Reservations;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions.DataDir;

class ReservationsTest {
    @TempDir
    private Path directory;

    private DataDir dir(StorageType type, String name) {
        return new DataDir(type, directory.resolve(name));
    }

    @Test
    void directoriesOfOneFileSystemReserveAllButTheirShare() {
        DataDir first = dir(StorageType.SSD, "a/dn0");
        DataDir second = dir(StorageType.SSD, "b/dn0");
        DataDir third = dir(StorageType.DISK, "c/dn0");
        Reservations reservations = Reservations.forDirectories(List.of(first, second, third));
        assertThat(reservations.of(List.of(first, second)))
                .containsOnlyKeys(
                        "dfs.datanode.du.reserved." + first.path(),
                        "dfs.datanode.du.reserved." + second.path(),
                        "dfs.datanode.du.reserved.ssd")
                .allSatisfy((key, value) -> assertThat(Long.parseLong(value)).isPositive());
    }

    @Test
    void anOnlyDirectoryReservesNothing() {
        DataDir only = dir(StorageType.DISK, "a/dn0");
        assertThat(Reservations.forDirectories(List.of(only)).of(List.of(only)).values())
                .containsOnly("0");
    }

    @Test
    void whatIsCountedOnceMustLeaveRoomForUsers() {
        assertThat(Reservations.each(1000, 900, 900, 4)).isEqualTo(750);
        assertThat(Reservations.each(1000, 900, 850, 10)).isEqualTo(900);
        assertThat(Reservations.each(1000, 900, 300, 4)).isEqualTo(100 + 300 - 75);
        assertThat(Reservations.each(1000, 100, 0, 4)).isEqualTo(750);
        assertThat(Reservations.each(0, 0, 0, 4)).isZero();
    }
}
