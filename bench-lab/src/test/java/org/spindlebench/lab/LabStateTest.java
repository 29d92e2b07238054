package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.EmulatedDisk.DiskPartition;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.lab.LabState.DirtyLimits;
import org.spindlebench.runner.lab.LabState.NodeMemory;
import org.spindlebench.runner.lab.LabState.OwnerProcess;
import org.spindlebench.runner.lab.LabState.Way;

class LabStateTest {
    private static final long GB = 1_000_000_000;

    @TempDir
    private Path temporary;

    private LabDirectory directory() {
        return new LabDirectory(temporary.resolve("lab"));
    }

    private static StorageSetup setup(String devices) {
        String text = "name: one\ndevices:\n" + devices + "hdfs: [disk, flash]\nshuffle: [flash]\nway: {kind: as-is}\n";
        Problems problems = new Problems();
        return SetupReader.read("one.yaml", text, problems).orElseThrow(() -> new AssertionError(problems.report("")));
    }

    static StorageSetup mixed() {
        return setup("  disk: {kind: hdd, count: 2, capacity: 4TB, bandwidth: 200MB/s, inner_bandwidth: 100MB/s}\n"
                + "  flash: {kind: ssd, count: 1, capacity: 2TB, read_bandwidth: 3GB/s, write_bandwidth: 1GB/s,"
                + " seek: 90us, parallel: 16, cache: 40GB, bandwidth_after_cache: 300MB/s}\n");
    }

    @Test
    void aScaledSetupHasSlowerAndSmallerDisks() {
        EmulatedSetup emulated = EmulatedSetup.of(mixed(), 10, 50 * GB, directory());

        assertThat(emulated.disks()).extracting(EmulatedDisk::name).containsExactly("disk-1", "disk-2", "flash-1");
        EmulatedDisk disk = emulated.disks().get(0);
        assertThat(disk.readRate()).isEqualTo(20e6);
        assertThat(disk.innerShare()).isEqualTo(0.5);
        assertThat(disk.seekNanos()).isEqualTo(8_000_000);
        assertThat(disk.parallel()).isEqualTo(1);
        assertThat(disk.assumed()).containsExactly("seek");
        EmulatedDisk flash = emulated.disks().get(2);
        assertThat(flash.readRate()).isEqualTo(300e6);
        assertThat(flash.writeRate()).isEqualTo(100e6);
        assertThat(flash.rateAfterCache()).isEqualTo(30e6);
        assertThat(flash.cache()).isEqualTo(4 * GB);
        assertThat(flash.seekNanos()).isEqualTo(90_000);
        assertThat(flash.parallel()).isEqualTo(16);
        assertThat(flash.assumed()).isEmpty();
        // 50 GB are shared as 4, 4 and 2.
        assertThat(disk.size()).isBetween(20 * GB - (1 << 20), 20 * GB);
        assertThat(flash.size()).isBetween(10 * GB - (1 << 20), 10 * GB);
        StorageDevice device = emulated.setup().device("disk");
        assertThat(device.paths().mounts())
                .containsExactly(
                        directory().mount("disk-1").toString(),
                        directory().mount("disk-2").toString());
        assertThat(device.nominal().readBandwidth()).isEqualTo(20_000_000);
        assertThat(device.nominal().capacity()).isEqualTo(disk.size());
    }

    private static StorageSetup parted(String devices) {
        String text =
                "name: parts\ndevices:\n" + devices.indent(2) + "hdfs: [data]\nshuffle: [local]\nway: {kind: as-is}\n";
        Problems problems = new Problems();
        return SetupReader.read("parts.yaml", text, problems)
                .orElseThrow(() -> new AssertionError(problems.report("")));
    }

    @Test
    void partitionsShareADiskAsTheirCapacitiesAndStayPartitions() {
        StorageSetup setup = parted("""
                local: {kind: hdd, count: 2, capacity: 0.5TB, disks_of: data}
                data: {kind: hdd, count: 2, capacity: 1.5TB, bandwidth: 120MB/s, inner_bandwidth: 60MB/s}
                """);
        EmulatedSetup emulated = EmulatedSetup.of(setup, 10, 8L << 30, directory());

        assertThat(emulated.disks()).allMatch(EmulatedDisk::hasPartitions);
        assertThat(emulated.disks()).extracting(EmulatedDisk::name).containsExactly("data-1", "data-2");
        assertThat(emulated.disks()).extracting(EmulatedDisk::size).containsExactly(4L << 30, 4L << 30);
        assertThat(emulated.disks().get(1).innerShare()).isEqualTo(0.5);
        assertThat(emulated.disks().get(1).parts())
                .containsExactly(
                        new DiskPartition("data-2", 0, 3L << 30), new DiskPartition("local-2", 3L << 30, 1L << 30));
        StorageDevice local = emulated.setup().device("local");
        assertThat(local.disksOf()).isEqualTo("data");
        assertThat(local.nominal().capacity()).isEqualTo(1L << 30);
        assertThat(local.nominal().readBandwidth()).isEqualTo(12_000_000);
        assertThat(local.paths().mounts())
                .containsExactly(
                        directory().mount("local-1").toString(),
                        directory().mount("local-2").toString());
        assertThat(emulated.setup().device("data").disksOf()).isNull();
        assertThat(EmulatedSetup.of(mixed(), 10, 50 * GB, directory()).disks()).noneMatch(EmulatedDisk::hasPartitions);
    }

    @Test
    void partitionsGetNoMoreThanTheirCapacitiesAndNoLessThanTheyNeed() {
        StorageSetup setup = parted("""
                data: {kind: ssd, count: 1, capacity: 4GB}
                local: {kind: ssd, count: 1, capacity: 2GB, disks_of: data}
                """);
        EmulatedDisk disk =
                EmulatedSetup.of(setup, 2, 32 * GB, directory()).disks().get(0);
        assertThat(disk.size()).isBetween(3 * GB - (1 << 20), 3 * GB);
        assertThat(disk.parts().get(1).size()).isBetween(GB - (2 << 20), GB + (2 << 20));
        assertThatThrownBy(() -> EmulatedSetup.of(setup, 2, GB / 2, directory()))
                .hasMessageContaining("a partition of local would have 159 MiB");
    }

    @Test
    void theDisksThatStandAreThoseOfARunWithoutASize() throws Exception {
        StorageSetup setup = parted("""
                data: {kind: hdd, count: 11, capacity: 1.5TB, bandwidth: 120MB/s}
                local: {kind: hdd, count: 11, capacity: 0.5TB, disks_of: data}
                """);
        EmulatedSetup emulated = EmulatedSetup.of(setup, 10, 32 * GB, directory());
        LabState state = state(setup.name(), emulated);
        state.write(directory());

        assertThat(LabState.read(directory())).contains(state);
        assertThat(state.describe())
                .startsWith("11 disks with 22 partitions are emulated, their bandwidths divided by 10");
        assertThat(state.isOf(EmulatedSetup.of(setup, 10, directory().usualSize(), directory())))
                .isTrue();
    }

    /** Each disk's share is rounded down to a whole MiB, so their sum is less than was asked for. */
    @Test
    void theDisksOfUnequalDevicesAreThoseOfARunToo() throws Exception {
        EmulatedSetup emulated = EmulatedSetup.of(mixed(), 10, 31_999_999_999L, directory());
        state("mixed", emulated).write(directory());

        assertThat(EmulatedSetup.of(mixed(), 10, directory().usualSize(), directory()))
                .isEqualTo(emulated);
    }

    @Test
    void partsThatOverlapOrEndBehindTheirDiskAreNone() {
        DiskPartition first = new DiskPartition("data-1", 0, GB);
        for (DiskPartition second :
                List.of(new DiskPartition("local-1", GB - 1, GB), new DiskPartition("local-1", GB, GB + 1))) {
            assertThatThrownBy(() -> new EmulatedDisk(
                            "data-1", 2 * GB, true, 1e6, 1e6, 1, 0, 1, 0, 0, List.of(), List.of(first, second)))
                    .hasMessage("local-1 is not a part of data-1");
        }
    }

    @Test
    void whatASetupDoesNotStateIsUsualAndSaid() {
        EmulatedSetup emulated = EmulatedSetup.of(
                setup("  disk: {kind: hdd, count: 1}\n  flash: {kind: nvme, count: 1}\n"), 2, GB, directory());
        assertThat(emulated.disks()).extracting(EmulatedDisk::readRate).containsExactly(60e6, 1e9);
        assertThat(emulated.disks()).extracting(EmulatedDisk::seekNanos).containsExactly(8_000_000L, 0L);
        assertThat(emulated.disks())
                .allSatisfy(disk -> assertThat(disk.assumed()).containsExactly("bandwidth", "seek"));
    }

    @Test
    void memoryAndDisksOfNoSizeAreRefused() {
        StorageSetup memory = setup("  disk: {kind: ram, count: 1}\n  flash: {kind: ssd, count: 1}\n");
        assertThatThrownBy(() -> EmulatedSetup.of(memory, 1, GB, directory()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("disk is memory");
        assertThatThrownBy(() -> EmulatedSetup.of(mixed(), 1, GB / 4, directory()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("raise --lab-size");
    }

    private static LabState state(String setup, EmulatedSetup emulated) throws IOException {
        return new LabState(
                LabState.SCHEMA,
                "2026-01-01T00:00:00Z",
                OwnerProcess.self(),
                setup,
                emulated.scale(),
                emulated.size(),
                emulated.disks(),
                null,
                new DirtyLimits(0, 0, 20, 10),
                new Way(1, 2, 3, 4),
                new NodeMemory(270L << 20, null));
    }

    @Test
    void aStateIsReadAsItWasWrittenAndRemovedWithoutATrace() throws Exception {
        EmulatedSetup emulated = EmulatedSetup.of(mixed(), 10, 50 * GB, directory());
        LabState state = state("one", emulated);
        assertThat(LabState.read(directory())).isEmpty();
        state.write(directory());
        assertThat(LabState.read(directory())).contains(state);
        assertThat(LabState.pageCache(directory())).isEqualTo(270L << 20);
        assertThat(state.describe()).contains("the page cache is limited to 270 MiB");
        LabState refused = state.with(new NodeMemory(270L << 20, "it may not"));
        assertThat(refused.describe()).contains("the page cache is not limited to 270 MiB, because it may not");
        refused.write(directory());
        assertThat(LabState.pageCache(directory())).isNull();
        state.write(directory());
        assertThat(state.isOf(emulated)).isTrue();
        assertThat(state.isOf(EmulatedSetup.of(mixed(), 5, 50 * GB, directory())))
                .isFalse();
        Files.createFile(temporary.resolve(".lab.json.5f1c.tmp"));
        Path others = Files.createFile(temporary.resolve(".other.json.5f1c.tmp"));

        LabState.remove(directory());
        assertThat(temporary.toFile().listFiles()).containsExactly(others.toFile());
    }

    @Test
    void anOwnerLivesUntilItsProcessEnds() throws Exception {
        OwnerProcess self = OwnerProcess.self();
        assertThat(self.lives()).isTrue();
        assertThat(new OwnerProcess(self.pid(), self.start() + "0").lives()).isFalse();
        assertThat(new OwnerProcess(Integer.MAX_VALUE, "1").lives()).isFalse();
    }

    @Test
    void limitsOfDirtyPagesAreTheSharesOfMemoryDividedByTheScale() {
        assertThat(DirtyLimits.scaled(100 * GB, 10)).isEqualTo(new DirtyLimits(2 * GB, GB, 0, 0));
        assertThat(DirtyLimits.scaled(GB, 1000)).isEqualTo(new DirtyLimits(16 << 20, 8 << 20, 0, 0));
    }

    @Test
    void theWayOfARequestGrowsWithItsSize() {
        Way way = new Way(100, 800, 50, 50);
        assertThat(way.nanos(false, 64 << 10)).isEqualTo(100);
        assertThat(way.nanos(false, 512 << 10)).isEqualTo(800);
        assertThat(way.nanos(false, 1 << 20)).isEqualTo(1600);
        assertThat(way.nanos(false, 0)).isZero();
        assertThat(way.nanos(true, 1 << 20)).isEqualTo(50);
    }

    @Test
    void theEngineInAStateOfAnEarlierVersionIsIgnored() throws IOException {
        LabDirectory place = directory();
        Files.writeString(place.state(), """
                {"schema": 1, "created": "2026-03-01T10:00:00Z", "setup": "one", "scale": 10, "engine": "THROTTLE",
                 "disks": []}
                """);
        Files.setPosixFilePermissions(place.state(), PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(LabState.read(place)).map(LabState::scale).contains(10);
    }
}
