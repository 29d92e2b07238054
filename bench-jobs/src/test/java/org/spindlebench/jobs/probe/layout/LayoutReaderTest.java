package org.spindlebench.jobs.probe.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.jobs.probe.layout.HostTree.names;
import static org.spindlebench.jobs.probe.layout.HostTree.only;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which devices directories are on, down to the disks, for one file system after another. */
class LayoutReaderTest {
    private static final Map<String, List<String>> HDFS = Map.of("hdfs", List.of("/data/1/dfs"));

    private HostTree host;

    @BeforeEach
    void aHostWithADiskForItsSystem(@TempDir Path root) throws IOException {
        host = new HostTree(root)
                .disk("sda", "8:0")
                .partition("sda", "sda1", "8:1")
                .mount("8:1", "/", "/", "rw,relatime", "ext4 /dev/sda1 rw,data=ordered")
                .directory("/data/1/dfs");
    }

    @Test
    void disksWhoseRequestsAreNotCountedAreNamed() throws IOException {
        assertThat(HostTree.names(host.read(HDFS), "setting")).doesNotContain("iostats.off");

        host.file(HostTree.PCI + "/block/sda/queue/iostats", "0");
        assertThat(only(host.read(HDFS), "setting", "iostats.off")).containsEntry("value", "sda,sda1");
    }

    @Test
    void a_partition_of_a_disk() throws IOException {
        host.disk("sdb", "8:16")
                .partition("sdb", "sdb1", "8:17")
                .mount("8:17", "/", "/data/1", "rw,noatime", "xfs /dev/sdb1 rw,inode64")
                .file(HostTree.PCI + "/block/sdb/device/model", "ST4000NM0033    ")
                .file(HostTree.PCI + "/block/sdb/device/vendor", "ATA     ")
                .file(HostTree.PCI + "/block/sdb/device/rev", "SN04")
                .file(HostTree.PCI + "/block/sdb/device/queue_depth", "31");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("role", "hdfs")
                .containsEntry("storageType", "DISK")
                .containsEntry("realPath", "/data/1/dfs")
                .containsEntry("exists", "true")
                .containsEntry("readable", "true")
                .containsEntry("mountPoint", "/data/1")
                .containsEntry("fileSystem", "xfs")
                .containsEntry("mountOptions", "rw,noatime")
                .containsEntry("superOptions", "rw,inode64")
                .containsEntry("source", "/dev/sdb1")
                .containsEntry("majorMinor", "8:17")
                .containsEntry("devices", "sdb1")
                .containsEntry("disks", "sdb")
                .containsKeys("totalBytes", "usableBytes")
                .doesNotContainKeys("unknown", "noDevice", "configured");
        assertThat(only(findings, "device", "sdb1"))
                .containsEntry("type", "partition")
                .containsEntry("on", "sdb")
                .containsEntry("majorMinor", "8:17")
                .doesNotContainKeys("scheduler", "model");
        assertThat(only(findings, "device", "sdb"))
                .containsEntry("type", "disk")
                .containsEntry("model", "ST4000NM0033")
                .containsEntry("vendor", "ATA")
                .containsEntry("firmware", "SN04")
                .containsEntry("queueDepth", "31")
                .containsEntry("rotational", "true")
                .containsEntry("removable", "false")
                .containsEntry("sizeBytes", "1024000")
                .containsEntry("scheduler", "deadline")
                .containsEntry("readAheadKb", "128")
                .containsEntry("maxSectorsKb", "512")
                .containsEntry("nrRequests", "128")
                .containsEntry("logicalBlockSize", "512")
                .doesNotContainKeys("on", "writeCache", "temperatureMillis", "startBytes");
        assertThat(only(findings, "system", "/")).containsEntry("role", "root").containsEntry("disks", "sda");
        assertThat(names(findings, "device")).containsExactly("sda", "sda1", "sdb", "sdb1");
        assertThat(names(findings, "hidden")).isEmpty();
    }

    @Test
    void where_a_partition_starts_and_the_blocks_of_its_file_system(@TempDir Path real) throws IOException {
        host.disk("sdb", "8:16")
                .partition("sdb", "sdb1", "8:17")
                .mount("8:17", "/", "/data/1", "rw,noatime", "xfs /dev/sdb1 rw,inode64")
                .file(HostTree.PCI + "/block/sdb/sdb1/start", "2048")
                .file(HostTree.PCI + "/block/sdb/sdb1/alignment_offset", "0");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "device", "sdb1"))
                .containsEntry("startBytes", "1048576")
                .containsEntry("alignmentOffset", "0");
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry(
                        "blockBytes", String.valueOf(Files.getFileStore(real).getBlockSize()));
    }

    @Test
    void storage_types_and_uris_are_taken_from_a_configured_directory() {
        List<Finding> findings = host.read(Map.of(
                "hdfs",
                List.of("[SSD]file:///data/1/dfs", "[ram_disk]/data/ram", "[]/data/none", "[PROVIDED]s3a://bucket/x"),
                "shuffle",
                List.of("file:/data/my%20dir", "relative")));
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("storageType", "SSD")
                .containsEntry("configured", "[SSD]file:///data/1/dfs")
                .containsEntry("disks", "sda");
        assertThat(only(findings, "directory", "/data/ram")).containsEntry("storageType", "RAM_DISK");
        assertThat(only(findings, "directory", "/data/none")).containsEntry("storageType", "DISK");
        assertThat(only(findings, "directory", "s3a://bucket/x"))
                .containsEntry("noDevice", "s3a: not a directory of this node")
                .doesNotContainKeys("devices", "exists");
        assertThat(only(findings, "directory", "/data/my dir"))
                .containsEntry("role", "shuffle")
                .containsEntry("exists", "false")
                .doesNotContainKeys("storageType", "totalBytes");
        assertThat(only(findings, "directory", "relative")).containsKey("unknown");
    }

    @Test
    void an_nvme_partition_with_the_sensor_of_its_controller() throws IOException {
        String disk = "/sys/devices/pci0000:00/0000:00:03.0/nvme/nvme0/nvme0n1";
        host.block(disk, "259:0")
                .block(disk + "/nvme0n1p1", "259:1")
                .file(disk + "/nvme0n1p1/partition", "1")
                .file(disk + "/queue/scheduler", "[none] mq-deadline")
                .file(disk + "/queue/write_cache", "write back")
                .file(disk + "/queue/rotational", "0")
                .link(disk + "/device", "../../nvme0")
                .file(disk + "/../model", "SAMSUNG MZQLB960HAJR-00007")
                .file(disk + "/../firmware_rev", "EDA5402Q")
                .file(disk + "/../hwmon1/temp1_input", "38850")
                .mount("259:1", "/", "/data/1", "rw,noatime", "ext4 /dev/nvme0n1p1 rw");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("devices", "nvme0n1p1")
                .containsEntry("disks", "nvme0n1");
        assertThat(only(findings, "device", "nvme0n1"))
                .containsEntry("type", "disk")
                .containsEntry("model", "SAMSUNG MZQLB960HAJR-00007")
                .containsEntry("firmware", "EDA5402Q")
                .containsEntry("temperatureMillis", "38850")
                .containsEntry("rotational", "false")
                .containsEntry("scheduler", "none")
                .containsEntry("writeCache", "write back")
                .doesNotContainKey("paths");
    }

    @Test
    void an_nvme_disk_with_several_paths() throws IOException {
        String disk = "/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1";
        host.block(disk, "259:0")
                .file(disk + "/../model", "MODEL")
                .link(disk + "/device", "../../nvme-subsys0")
                .mount("259:0", "/", "/data/1", "rw", "xfs /dev/nvme0n1 rw");
        for (String path : List.of("nvme0c0n1", "nvme0c1n1", "nvme0c0n2")) {
            String sys = "/sys/devices/pci0000:00/0000:00:03.0/nvme/" + path.replaceFirst("c.*", "") + "/" + path;
            host.link("/sys/class/block/" + path, "../.." + sys.substring("/sys".length()))
                    .file(sys + "/queue/nr_requests", "1023");
        }
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs")).containsEntry("disks", "nvme0n1");
        assertThat(only(findings, "device", "nvme0n1"))
                .containsEntry("type", "disk")
                .containsEntry("model", "MODEL")
                .containsEntry("paths", "nvme0c0n1,nvme0c1n1");
        assertThat(only(findings, "device", "nvme0c1n1"))
                .containsEntry("type", "path")
                .containsEntry("nrRequests", "1023");

        host.file(disk + "/queue/iostats", "0");
        assertThat(HostTree.names(host.read(HDFS), "setting"))
                .as("its paths may be counted")
                .doesNotContain("iostats.off");
    }

    @Test
    void a_logical_volume_over_two_disks() throws IOException {
        host.disk("sdb", "8:16")
                .disk("sdc", "8:32")
                .partition("sdc", "sdc1", "8:33")
                .on("dm-0", "253:0", Map.of("sdb", "sdb", "sdc1", "sdc/sdc1"))
                .file("/sys/devices/virtual/block/dm-0/dm/name", "data-one")
                .file("/sys/devices/virtual/block/dm-0/dm/uuid", "LVM-0bO6vHyrNpIiaPp4lQmGSDsNQmVJJvDM")
                .mount("253:0", "/", "/data/1", "rw", "xfs /dev/mapper/data-one rw");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("devices", "dm-0")
                .containsEntry("disks", "sdb,sdc");
        assertThat(only(findings, "device", "dm-0"))
                .containsEntry("type", "dm")
                .containsEntry("dmName", "data-one")
                .containsEntry("dmKind", "lvm")
                .containsEntry("on", "sdb,sdc1");

        host.file("/sys/devices/virtual/block/dm-0/queue/iostats", "0");
        assertThat(HostTree.names(host.read(HDFS), "setting"))
                .as("older kernels count volumes nevertheless")
                .doesNotContain("iostats.off");
    }

    @Test
    void an_encrypted_raid_of_partitions() throws IOException {
        host.disk("sdb", "8:16")
                .disk("sdc", "8:32")
                .partition("sdb", "sdb1", "8:17")
                .partition("sdc", "sdc1", "8:33")
                .on("md0", "9:0", Map.of("sdb1", "sdb/sdb1", "sdc1", "sdc/sdc1"))
                .file("/sys/devices/virtual/block/md0/md/level", "raid1")
                .on("dm-1", "253:1", Map.of())
                .link("/sys/devices/virtual/block/dm-1/slaves/md0", "../../md0")
                .file("/sys/devices/virtual/block/dm-1/dm/uuid", "CRYPT-LUKS2-1234-luks")
                .mount("253:1", "/", "/data/1", "rw", "ext4 /dev/mapper/luks rw");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs")).containsEntry("disks", "sdb,sdc");
        assertThat(only(findings, "device", "dm-1"))
                .containsEntry("dmKind", "crypt")
                .containsEntry("on", "md0");
        assertThat(only(findings, "device", "md0"))
                .containsEntry("type", "raid")
                .containsEntry("level", "raid1")
                .containsEntry("on", "sdb1,sdc1");
    }

    @Test
    void a_loop_device_lies_where_its_file_lies() throws IOException {
        host.block("/sys/devices/virtual/block/loop0", "7:0")
                .file("/sys/devices/virtual/block/loop0/loop/backing_file", "/images/disk one")
                .file("/images/disk one", "")
                .mount("7:0", "/", "/data/1", "rw", "ext4 /dev/loop0 rw");
        List<Finding> findings = host.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("devices", "loop0")
                .containsEntry("disks", "sda");
        assertThat(only(findings, "device", "loop0"))
                .containsEntry("type", "loop")
                .containsEntry("backingFile", "/images/disk one")
                .containsEntry("on", "sda1");
    }

    @Test
    void a_bind_mount_lies_on_the_device_that_it_shows() throws IOException {
        host.disk("sdb", "8:16")
                .mount("8:16", "/", "/mnt/big", "rw", "xfs /dev/sdb rw")
                .mount("8:16", "/part/of/it", "/data/1", "rw", "xfs /dev/sdb rw");
        assertThat(only(host.read(HDFS), "directory", "/data/1/dfs"))
                .containsEntry("mountPoint", "/data/1")
                .containsEntry("devices", "sdb");
    }

    @Test
    void a_link_is_followed_to_its_end(@TempDir Path elsewhere) throws IOException {
        host.disk("sdb", "8:16")
                .mount("8:16", "/", "/mnt/big", "rw", "xfs /dev/sdb rw")
                .link("/mnt/two", "/mnt/big")
                .link("/data/2", "../mnt/./two")
                .directory("/mnt/big/dfs")
                .link("/data/round", "round");
        List<Finding> findings = host.read(Map.of("hdfs", List.of("/data/2/dfs", "/data/round")));
        assertThat(only(findings, "directory", "/data/2/dfs"))
                .containsEntry("realPath", "/mnt/big/dfs")
                .containsEntry("exists", "true")
                .containsEntry("devices", "sdb");
        assertThat(only(findings, "directory", "/data/round")).containsEntry("exists", "false");
    }

    @Test
    void btrfs_lies_on_all_devices_of_its_file_system() throws IOException {
        host.disk("sdb", "8:16")
                .disk("sdc", "8:32")
                .directory("/sys/fs/btrfs/features")
                .link("/sys/fs/btrfs/1b2c/devices/sdb", "../../../../class/block/sdb")
                .link("/sys/fs/btrfs/1b2c/devices/sdc", "../../../../class/block/sdc")
                .mount("0:45", "/volume", "/data/1", "rw", "btrfs /dev/sdc rw,subvol=/volume");
        assertThat(only(host.read(HDFS), "directory", "/data/1/dfs"))
                .containsEntry("majorMinor", "0:45")
                .containsEntry("devices", "sdb,sdc")
                .containsEntry("disks", "sdb,sdc");
    }

    @Test
    void btrfs_is_found_by_its_source_where_the_kernel_does_not_list_devices() throws IOException {
        host.disk("sdb", "8:16")
                .on("dm-0", "253:0", Map.of("sdb", "sdb"))
                .file("/sys/devices/virtual/block/dm-0/dm/name", "vg-b")
                .mount("0:45", "/", "/data/1", "rw", "btrfs /dev/mapper/vg-b rw");
        assertThat(only(host.read(HDFS), "directory", "/data/1/dfs"))
                .containsEntry("devices", "dm-0")
                .containsEntry("disks", "sdb");
    }

    @Test
    void file_systems_without_a_device_say_why() throws IOException {
        host.mount("0:50", "/", "/m", "rw", "tmpfs tmpfs rw,size=1024k")
                .mount("0:51", "/", "/n", "rw", "nfs4 filer:/export rw,vers=4.1")
                .mount("0:52", "/", "/z", "rw", "zfs tank/data rw")
                .mount("0:53", "/", "/b", "rw", "btrfs /dev/gone rw")
                .mount("8:99", "/", "/g", "rw", "ext4 /dev/gone rw");
        List<Finding> findings = host.read(Map.of("hdfs", List.of("/m", "/n", "/z", "/b", "/g")));
        assertThat(only(findings, "directory", "/m")).containsEntry("noDevice", "tmpfs: in memory");
        assertThat(only(findings, "directory", "/n")).containsEntry("noDevice", "nfs4: on the network");
        assertThat(only(findings, "directory", "/z").get("unknown")).startsWith("zfs: ");
        assertThat(only(findings, "directory", "/b").get("unknown")).startsWith("btrfs: ");
        assertThat(only(findings, "directory", "/g")).containsEntry("unknown", "/sys/dev/block/8:99 does not exist");
        for (String path : List.of("/m", "/n", "/z", "/b", "/g")) {
            assertThat(only(findings, "directory", path)).doesNotContainKeys("devices", "disks");
        }
    }

    @Test
    void an_old_kernel_says_less_and_names_are_those_of_diskstats(@TempDir Path root) throws IOException {
        String disk = "/sys/devices/pci0000:00/0000:00:02.0/cciss0/c0d0/block/cciss!c0d0";
        HostTree old = new HostTree(root)
                .block(disk, "104:0")
                .file(disk + "/queue/scheduler", "noop anticipatory deadline [cfq]")
                .block(disk + "/cciss!c0d0p1", "104:1")
                .file(disk + "/cciss!c0d0p1/partition", "1")
                .mount("104:1", "/", "/", "rw", "ext3 /dev/root rw,errors=continue")
                .directory("/data/1/dfs");
        List<Finding> findings = old.read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs"))
                .containsEntry("devices", "cciss/c0d0p1")
                .containsEntry("disks", "cciss/c0d0");
        assertThat(only(findings, "device", "cciss/c0d0"))
                .containsEntry("scheduler", "cfq")
                .doesNotContainKeys("rotational", "writeCache", "model", "temperatureMillis");
        assertThat(names(findings, "setting")).isEmpty();
        assertThat(names(findings, "hidden")).isEmpty();
    }

    @Test
    void of_a_container_the_device_is_not_known(@TempDir Path root) throws IOException {
        List<Finding> findings = new HostTree(root)
                .mount("0:60", "/", "/", "rw", "overlay overlay rw,lowerdir=/l,upperdir=/u")
                .read(HDFS);
        assertThat(only(findings, "directory", "/data/1/dfs").get("unknown")).startsWith("overlay: its layers are on");
        assertThat(only(findings, "system", "/")).containsKey("unknown").doesNotContainKey("devices");
        assertThat(names(findings, "device")).isEmpty();
    }
}
