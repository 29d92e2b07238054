package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;

class SetupInForceTest {
    private static final String SSD_FOR_SHUFFLE = """
            name: hybrid
            description: two disks for HDFS, flash for the shuffle
            devices:
              hdd: {kind: hdd, count: 2, capacity: 2TB, paths: [/d1, /d2]}
              ssd: {kind: ssd, count: 1, capacity: 1TB, paths: [/flash]}
            hdfs: [hdd]
            shuffle: [ssd]
            way: {kind: as-is}
            """;
    private static final Device SDA = disk("sda", true, 2_000_000_000_000L);
    private static final Device SDB = disk("sdb", true, 2_000_000_000_000L);
    private static final Device SDC = disk("sdc", false, 1_000_000_000_000L);

    private final List<Directory> directories = new ArrayList<>(List.of(
            on("hdfs", "/d1/hdfs", "sda"), on("hdfs", "/d2/hdfs", "sdb"), on("shuffle", "/flash/shuffle", "sdc")));

    private static Device disk(String name, Boolean rotational, long size) {
        Device.Hardware hardware = new Device.Hardware("a model", null, null, rotational, false, null);
        return new Device(name, null, "disk", null, null, List.of(), List.of(), size, null, null, hardware, null, null);
    }

    private static Directory on(String role, String path, String disk) {
        return directory(role, path, disk, null);
    }

    private static Directory directory(String role, String path, String disk, String storageType) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                path,
                "ext4",
                "rw",
                "rw",
                "/dev/" + disk,
                null,
                List.of(disk),
                List.of(disk),
                null,
                1L,
                1L,
                storageType,
                null,
                null);
    }

    private static Directory inMemory(String role, String path) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                path,
                "tmpfs",
                "rw",
                "rw",
                "tmpfs",
                null,
                List.of(),
                List.of(),
                null,
                1L,
                1L,
                null,
                "tmpfs: in memory",
                null);
    }

    private static StorageSetup setup(String text) {
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read("a.yaml", text, problems).orElse(null);
        assertThat(problems.list()).isEmpty();
        return setup;
    }

    private NodeLayout node(String name, Device... devices) {
        return new NodeLayout(
                name, null, null, null, null, null, null, List.of(devices), directories, null, null, null);
    }

    private SetupInForce held(String text) {
        return held(text, false);
    }

    private SetupInForce held(String text, boolean ownDaemons) {
        return SetupInForce.of(setup(text), List.of(node("n1", SDA, SDB, SDC)), ownDaemons);
    }

    @Test
    void nothingIsSaidOfNodesAsDeclared() {
        assertThat(held(SSD_FOR_SHUFFLE)).isEqualTo(new SetupInForce(List.of(), List.of()));
    }

    @Test
    void aDirectoryThatNoDaemonUsesAndOneThatIsNotDeclaredAreWrong() {
        directories.set(2, on("shuffle", "/d1/shuffle", "sda"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong())
                .containsExactly(
                        "n1: /d1/shuffle is a directory of shuffle, which hybrid does not declare",
                        "n1: /flash/shuffle should be a directory of shuffle, but no daemon uses it");
    }

    @Test
    void whereNothingIsMountedTwoInstancesAreOneDevice() {
        directories.set(1, on("hdfs", "/d2/hdfs", "sda"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong())
                .containsExactly("n1: /d2/hdfs (hdd 2) and hdd 1 are on the same file system, on sda");
    }

    @Test
    void plattersAreSeenAndOfVirtualDisksDoubted() {
        directories.set(2, on("shuffle", "/flash/shuffle", "vda"));
        NodeLayout real = node("n1", SDA, SDB, disk("vda", true, 1_000_000_000_000L));
        assertThat(SetupInForce.of(setup(SSD_FOR_SHUFFLE), List.of(real), false).warnings())
                .singleElement()
                .asString()
                .contains("vda, below /flash/shuffle, as a disk with platters", "a virtual disk");
        directories.set(2, on("shuffle", "/flash/shuffle", "sdb"));
        directories.set(1, on("hdfs", "/d2/hdfs", "sdc"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong())
                .containsExactly(
                        "n1: the kernel treats sdc, below /d2/hdfs, as a disk without platters, but hybrid declares HDD",
                        "n1: the kernel treats sdb, below /flash/shuffle, as a disk with platters, but hybrid declares SSD");
    }

    @Test
    void whatHdfsTakesADirectoryForIsComparedAndMemoryIsNoDisk() {
        directories.set(0, directory("hdfs", "/d1/hdfs", "sda", "ARCHIVE"));
        directories.set(2, inMemory("shuffle", "/flash/shuffle"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong())
                .containsExactly(
                        "n1: HDFS treats /d1/hdfs as ARCHIVE, but hybrid declares DISK",
                        "n1: /flash/shuffle is on no device: tmpfs: in memory");
    }

    @Test
    void aDiskOfAnotherSizeIsDoubtedAndOneOfTwoPartitionsToo() {
        NodeLayout small = node("n1", SDA, SDB, disk("sdc", false, 500_000_000_000L));
        assertThat(SetupInForce.of(setup(SSD_FOR_SHUFFLE), List.of(small), false)
                        .warnings())
                .containsExactly("n1: sdc, below /flash/shuffle, has 500 GB, and hybrid declares 1000 GB");
        Directory first = partition("/d1/hdfs", "sda1");
        Directory second = partition("/d2/hdfs", "sda2");
        directories.set(0, first);
        directories.set(1, second);
        assertThat(held(SSD_FOR_SHUFFLE).warnings())
                .containsExactly("n1: hdd 1 and hdd 2 are parts of one disk, sda: load on one slows the other");
    }

    private static final String PARTS = """
            name: parts
            devices:
              data: {kind: hdd, count: 1, paths: [/d1]}
              local: {kind: hdd, count: 1, disks_of: data, paths: [/d2]}
            hdfs: data
            shuffle: local
            way: {kind: as-is}
            """;

    @Test
    void declaredPartitionsOfOneDiskAreNoWarningAndThoseOfTwoAreRefused() {
        directories.clear();
        directories.add(partition("hdfs", "/d1/hdfs", "sda1", "sda"));
        directories.add(partition("shuffle", "/d2/shuffle", "sda2", "sda"));
        assertThat(held(PARTS).wrong()).isEmpty();
        assertThat(held(PARTS).warnings()).isEmpty();
        directories.set(1, partition("shuffle", "/d2/shuffle", "sdb1", "sdb"));
        assertThat(held(PARTS).wrong())
                .containsExactly("n1: local 1 should be a partition of the disk of data 1, sda, but is on sdb");
    }

    private static Directory partition(String path, String partition) {
        return partition("hdfs", path, partition, "sda");
    }

    private static Directory partition(String role, String path, String partition, String disk) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                path,
                "ext4",
                "rw",
                "rw",
                "/dev/" + partition,
                null,
                List.of(partition),
                List.of(disk),
                null,
                1L,
                1L,
                null,
                null,
                null);
    }

    @Test
    void aFileWithoutPathsDeclaresHowMany() {
        String counted = SSD_FOR_SHUFFLE.replace(", paths: [/d1, /d2]", "").replace(", paths: [/flash]", "");
        assertThat(held(counted).wrong()).isEmpty();
        directories.remove(1);
        assertThat(held(counted).wrong()).containsExactly("n1: hdfs has 1 directory, and hybrid declares 2");
        directories.add(on("hdfs", "/d1/more", "sda"));
        assertThat(held(counted).wrong())
                .containsExactly("n1: the directories of hdfs are on 1 file system, and hybrid declares 2 devices");
    }

    @Test
    void aFileWithoutPathsDeclaresHowManyHavePlattersAndWhichTypeHdfsGivesThem() {
        String counted = SSD_FOR_SHUFFLE.replace(", paths: [/d1, /d2]", "").replace(", paths: [/flash]", "");
        Device flash = disk("sdb", false, 2_000_000_000_000L);
        assertThat(SetupInForce.of(setup(counted), List.of(node("n1", SDA, flash, SDC)), false)
                        .wrong())
                .containsExactly("n1: of the 2 devices of hdfs, 1 have platters, and hybrid declares 2");

        Device unknown = disk("sdb", null, 2_000_000_000_000L);
        SetupInForce seen = SetupInForce.of(setup(counted), List.of(node("n1", SDA, unknown, SDC)), false);
        assertThat(seen.wrong()).isEmpty();
        assertThat(seen.warnings()).containsExactly("n1: it is unknown which devices of hdfs have platters");

        directories.set(0, directory("hdfs", "/d1/hdfs", "sda", "SSD"));
        assertThat(held(counted).wrong())
                .containsExactly("n1: HDFS has directories of the types {DISK=1, SSD=1}, and hybrid declares {DISK=2}");
    }

    @Test
    void aFileSystemThatIsNotMountedIsSaid() {
        directories.set(2, at("/flash/shuffle", "/"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong())
                .containsExactly("n1: /flash/shuffle is on the file system of /: nothing is mounted at /flash");

        String listed =
                SSD_FOR_SHUFFLE.replace("paths: [/flash]", "paths: [/flash], shuffle_directories: [/flash/shuffle]");
        assertThat(held(listed).wrong())
                .containsExactly("n1: /flash/shuffle is on the file system of /: nothing is mounted at /flash");
        SetupInForce embedded = held(SSD_FOR_SHUFFLE, true);
        assertThat(embedded.wrong()).isEmpty();
        assertThat(embedded.warnings())
                .containsExactly("n1: nothing is mounted at /flash, so its data is on the file system of /");

        directories.set(2, at("/flash/shuffle", "/flash"));
        assertThat(held(SSD_FOR_SHUFFLE).wrong()).isEmpty();
    }

    private static Directory at(String path, String mountPoint) {
        return new Directory(
                "shuffle",
                path,
                path,
                true,
                true,
                mountPoint,
                "ext4",
                "rw",
                "rw",
                "/dev/sdc",
                null,
                List.of("sdc"),
                List.of("sdc"),
                null,
                1L,
                1L,
                null,
                null,
                null);
    }

    @Test
    void daemonsThatSpindleStartsHaveDirectoriesBelow() {
        directories.replaceAll(directory -> on(
                directory.role(),
                directory.path() + "/spindle-1/dn0",
                directory.disks().get(0)));
        assertThat(held(SSD_FOR_SHUFFLE, true).wrong()).isEmpty();
        assertThat(held(SSD_FOR_SHUFFLE).wrong()).hasSize(6);
    }

    @Test
    void theSameOfAllNodesIsOneLineAndUnknownDirectoriesAreSaid() {
        directories.clear();
        SetupInForce held = SetupInForce.of(setup(SSD_FOR_SHUFFLE), List.of(node("n1"), node("n2")), false);
        assertThat(held.wrong()).isEmpty();
        assertThat(held.warnings())
                .containsExactly(
                        "all 2 nodes: its directories of hdfs are unknown",
                        "all 2 nodes: its directories of shuffle are unknown");
    }

    private SetupInForce heldWithNetwork(NodeLayout.NetworkAdapter... networks) {
        NodeLayout disks = node("n1", SDA, SDB, SDC);
        NodeLayout whole = new NodeLayout(
                "n1", null, null, null, null, null, List.of(networks), disks.devices(), directories, null, null, null);
        String declared = SSD_FOR_SHUFFLE + "network: {interface: ib0, bandwidth: 40Gb/s}\n";
        return SetupInForce.of(setup(declared), List.of(whole), false);
    }

    private static NodeLayout.NetworkAdapter link(String name, Long gigabits, boolean physical) {
        return new NodeLayout.NetworkAdapter(
                name, gigabits == null ? null : (Long) (gigabits * 1_000_000_000L), 1500L, physical, null);
    }

    private SetupInForce heldOn(NodeLayout.CpuModel cpu, Long memory) {
        NodeLayout disks = node("n1", SDA, SDB, SDC);
        NodeLayout whole = new NodeLayout(
                "n1", null, null, cpu, memory, null, null, disks.devices(), directories, null, null, null);
        return SetupInForce.of(
                setup(SSD_FOR_SHUFFLE + "nodes: {sockets: 2, threads: 24, memory: 64GiB}\n"), List.of(whole), false);
    }

    @Test
    void processorsAndMemoryAreThoseThatAreDeclared() {
        NodeLayout.CpuModel cpu = new NodeLayout.CpuModel("a", 2L, 12L, 24L);
        assertThat(heldOn(cpu, 66_000_000_000L))
                .as("the kernel keeps some memory for itself")
                .isEqualTo(new SetupInForce(List.of(), List.of()));
        assertThat(heldOn(new NodeLayout.CpuModel("a", 1L, 12L, 12L), 34_000_000_000L)
                        .wrong())
                .containsExactly(
                        "n1: it has 1 sockets, and hybrid declares 2",
                        "n1: it has 12 hardware threads, and hybrid declares 24",
                        "n1: it has 34.0 GB of memory, and hybrid declares 68.7 GB");
        assertThat(heldOn(null, null).warnings())
                .containsExactly(
                        "n1: the number of its sockets is unknown",
                        "n1: the number of its hardware threads is unknown",
                        "n1: the size of its memory is unknown");
    }

    @Test
    void aDeclaredInterfaceIsThereWithTheSpeedThatIsDeclared() {
        assertThat(heldWithNetwork(link("ib0", 40L, true))).isEqualTo(new SetupInForce(List.of(), List.of()));
        assertThat(heldWithNetwork(link("ib0", 32L, true)).warnings())
                .containsExactly("n1: the link of ib0 has 32.0 Gb/s, and 40.0 Gb/s are declared");
        assertThat(heldWithNetwork(link("ib0", 10L, true)).wrong())
                .containsExactly("n1: the link of ib0 has 10.0 Gb/s, and 40.0 Gb/s are declared");
        assertThat(heldWithNetwork(link("ib0", 10L, false)).wrong()).isEmpty();
        assertThat(heldWithNetwork(link("ib0", null, true)).warnings())
                .containsExactly("n1: the speed of ib0 is unknown");
        assertThat(heldWithNetwork(link("lo", null, false), link("eth0", 10L, true))
                        .wrong())
                .containsExactly("n1: it has no interface ib0, but lo, eth0");
        assertThat(heldWithNetwork().warnings()).containsExactly("n1: its network interfaces are unknown");
    }
}
