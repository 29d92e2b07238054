package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.Split;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;

class StorageSetupTest {
    @Test
    void directoriesFollowFromMountPointsAndSplitInEachRole() {
        StorageSetup setup = setup("""
                name: a
                devices:
                  hdd: {kind: hdd, count: 2, bandwidth: 120MB/s, paths: [/d1, /]}
                  ssd: {kind: ssd, count: 1, bandwidth: 400MB/s, split: by-bandwidth, paths: /s}
                hdfs: [ssd, hdd]
                shuffle: ssd
                way: {kind: as-is}
                """);
        assertThat(paths(setup, StorageRole.HDFS))
                .containsExactly(
                        "hdd 1 /d1/hdfs", "hdd 2 /hdfs", "ssd 1 /s/hdfs-1", "ssd 1 /s/hdfs-2", "ssd 1 /s/hdfs-3");
        assertThat(paths(setup, StorageRole.SHUFFLE)).containsExactly("ssd 1 /s/shuffle");
    }

    @Test
    void speedsAreOfDirectoriesAndOfRolesWhoseDevicesAreAlike() {
        RoleSpeed disk = new RoleSpeed(120e6, 120e6, true);
        RoleSpeed flash = new RoleSpeed(1300e6, 400e6, false);
        StorageSetup setup = setup("""
                name: a
                devices:
                  hdd: {kind: hdd, count: 1, bandwidth: 120MB/s, paths: /d}
                  ssd: {kind: ssd, count: 1, read_bandwidth: 1300MB/s, write_bandwidth: 400MB/s, paths: /s}
                  old: {kind: hdd, count: 1, paths: /o}
                hdfs: [ssd, hdd, old]
                shuffle: ssd
                way: {kind: as-is}
                """);
        assertThat(setup.speeds())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("/d/hdfs", disk, "/s/hdfs", flash, "/s/shuffle", flash, "shuffle", flash));
    }

    @Test
    void aFullCacheMakesADeviceSlowerAndTheNetworkIsALink() {
        StorageSetup setup = setup("""
                name: a
                devices:
                  ssd: {kind: ssd, count: 1, bandwidth: 1GB/s, cache: 20GB, bandwidth_after_cache: 300MB/s}
                hdfs: ssd
                shuffle: ssd
                network: {bandwidth: 10Gb/s}
                way: {kind: as-is}
                """);
        assertThat(setup.speeds())
                .containsEntry("hdfs", new RoleSpeed(1e9, 1e9, false, 20e9, 300e6))
                .containsEntry("network", new RoleSpeed(1.25e9, 1.25e9, false));
    }

    /** Both partitions share the disk, so neither has its bandwidth. */
    @Test
    void partitionsOfOneDiskHaveNoSpeed() {
        StorageSetup setup = setup("""
                name: a
                devices:
                  data: {kind: ssd, count: 1, bandwidth: 1300MB/s}
                  local: {kind: ssd, count: 1, disks_of: data}
                hdfs: data
                shuffle: local
                way: {kind: as-is}
                """);
        assertThat(setup.speeds()).isEmpty();
    }

    /** Emulated disks are described by what they do, so the scale counts once. */
    @Test
    void theScaleOfEmulatedDisksIsInTheirBandwidth() {
        StorageSetup setup = setup("""
                name: a
                devices: {ssd: {kind: ssd, count: 1, bandwidth: 130MB/s}}
                hdfs: ssd
                shuffle: ssd
                way: {kind: emulated, scale: 10}
                """);
        assertThat(setup.speeds().get("hdfs").read()).isEqualTo(130e6);
    }

    @Test
    void listedDirectoriesBelongToTheInstanceThatTheyLieOn() {
        StorageSetup setup = setup("""
                name: a
                devices:
                  hdd:
                    kind: hdd
                    count: 2
                    split: 2
                    paths: [/d, /d/deep]
                    hdfs_directories: [/d/deep/1, /d/1, /d/2, /d/deep/2]
                hdfs: hdd
                shuffle: hdd
                way: {kind: embedded}
                """);
        assertThat(paths(setup, StorageRole.HDFS))
                .containsExactly("hdd 2 /d/deep/1", "hdd 1 /d/1", "hdd 1 /d/2", "hdd 2 /d/deep/2");
        assertThat(paths(setup, StorageRole.SHUFFLE))
                .containsExactly(
                        "hdd 1 /d/shuffle-1",
                        "hdd 1 /d/shuffle-2",
                        "hdd 2 /d/deep/shuffle-1",
                        "hdd 2 /d/deep/shuffle-2");
    }

    @Test
    void withoutMountPointsTheFirstInstancesDirectoriesComeFirst() {
        StorageSetup setup = setup("""
                name: a
                devices: {hdd: {kind: hdd, count: 2, split: 2, hdfs_directories: [/a, /b, /c, /d]}}
                hdfs: hdd
                shuffle: hdd
                way: {kind: as-is}
                """);
        assertThat(paths(setup, StorageRole.HDFS)).containsExactly("hdd 1 /a", "hdd 1 /b", "hdd 2 /c", "hdd 2 /d");
        assertThat(setup.directories(StorageRole.SHUFFLE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1300, 120, 10", "1320, 120, 11", "1319, 120, 10", "239, 120, 1", "240, 120, 2", "99999, 1, 100"})
    void theNumberOfDirectoriesIsTheRatioOfBandwidthsRoundedDown(int fast, int slow, int expected) {
        StorageDevice ssd = device("ssd", fast, new Split.ByBandwidth());
        StorageSetup setup = new StorageSetup(
                "a.yaml",
                "a",
                "",
                null,
                List.of(ssd, device("hdd", slow, Split.NONE)),
                List.of("ssd", "hdd"),
                List.of("ssd"),
                null,
                new SetupWay.AsIs(null),
                StorageSetup.NodeDemands.NONE);
        assertThat(setup.directoriesPerInstance(ssd, StorageRole.HDFS)).isEqualTo(expected);
        assertThat(setup.directoriesPerInstance(ssd, StorageRole.SHUFFLE)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"HOT, hdd", "ALL_SSD, ssd", "ONE_SSD, hdd ssd"})
    void underAPolicyHdfsWritesToItsStorageTypesOnly(String policy, String used) {
        StorageSetup setup = setup("""
                name: a
                devices:
                  hdd: {kind: hdd, count: 2}
                  ssd: {kind: ssd, count: 1, storage: SSD}
                hdfs: [hdd, ssd]
                shuffle: [hdd, ssd]
                way: {kind: policy, policy: %s}
                """.formatted(policy));
        assertThat(setup.usedBy(StorageRole.HDFS))
                .extracting(StorageDevice::name)
                .containsExactly(used.split(" "));
        assertThat(setup.usedBy(StorageRole.SHUFFLE)).hasSize(2);
        assertThat(setup.devicesOf(StorageRole.HDFS)).hasSize(2);
    }

    /** A DataNode reports a volume's size as the size of its file system minus the reservation, and not below 0. */
    @ParameterizedTest
    @CsvSource({"1300000000000, 10", "1000, 3", "7, 7", "5, 9", "960197124096, 4", "9000000000000000000, 100"})
    void withTheReservationTheDirectoriesAddUpToTheFileSystem(long capacity, int directories) {
        Reservation reservation = new Reservation(capacity, directories);
        long sum = IntStream.range(0, directories)
                .mapToLong(i -> Math.max(0, capacity - reservation.perDirectory()))
                .sum();
        assertThat(sum).isBetween(capacity - directories + 1, capacity).isEqualTo(reservation.countedWithReservation());
        assertThat(reservation.counted())
                .isEqualTo(capacity > Long.MAX_VALUE / directories ? Long.MAX_VALUE : capacity * directories);
    }

    @Test
    void theReservationOfThePapersSplitSsd() {
        Reservation reservation = new Reservation(1_300_000_000_000L, 10);
        assertThat(reservation.counted()).isEqualTo(13_000_000_000_000L);
        assertThat(reservation.perDirectory()).isEqualTo(1_170_000_000_000L);
        assertThat(new Reservation(5, 1).perDirectory()).isZero();
    }

    private static StorageDevice device(String name, int megabytesPerSecond, Split split) {
        long rate = megabytesPerSecond * 1_000_000L;
        return new StorageDevice(
                name,
                Medium.SSD,
                1,
                new NominalValues(null, rate, rate, null, null),
                split,
                StorageType.DISK,
                DevicePaths.NONE,
                null);
    }

    private static List<String> paths(StorageSetup setup, StorageRole role) {
        return setup.directories(role).stream()
                .map(found -> found.device() + " " + found.instance() + " " + found.path())
                .toList();
    }

    private static StorageSetup setup(String text) {
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read("a.yaml", text, problems).orElse(null);
        assertThat(problems.list()).isEmpty();
        return setup;
    }
}
