package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.embedded.DaemonSettings.Reservations;

class ReservationsTest {
    @TempDir
    private Path directory;

    private StorageDirectory dir(StorageDirectory.Type type, String name) {
        return new StorageDirectory(Optional.of(type), directory.resolve(name));
    }

    @Test
    void directoriesOfOneFileSystemReserveAllButTheirShare() {
        StorageDirectory first = dir(StorageDirectory.Type.SSD, "a/dn0");
        StorageDirectory second = dir(StorageDirectory.Type.SSD, "b/dn0");
        StorageDirectory third = dir(StorageDirectory.Type.DISK, "c/dn0");
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
        StorageDirectory only = dir(StorageDirectory.Type.DISK, "a/dn0");
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
