package org.spindlebench.analysis.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.DeviceRoles.RoleDevices;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;

class DeviceRolesTest {
    private final List<Device> devices = new ArrayList<>();
    private final List<Directory> directories = new ArrayList<>();
    private final List<Directory> system = new ArrayList<>();
    private final SortedMap<String, String> settings = new TreeMap<>();

    @Test
    void disks_have_the_roles_of_all_that_lies_on_them() {
        disks("sda", "sdb", "sdc", "sdd");
        partition("sda", "sda1");
        partition("sdb", "sdb1");
        partition("sdb", "sdb2");
        system("/", "sda1");
        on("hdfs", "sdb1", "sdc");
        on("shuffle", "sdb2");
        assertThat(roles().all())
                .extracting(role -> role.device() + " " + role.text())
                .containsExactly("sda system", "sdb hdfs+shuffle", "sdb1 hdfs", "sdb2 shuffle", "sdc hdfs", "sdd none");
        assertThat(roles().role("sdb1").type()).isEqualTo("partition");
    }

    @Test
    void partitions_of_one_disk_keep_roles_apart() {
        disks("sda");
        partition("sda", "sda1");
        partition("sda", "sda2");
        partition("sda", "sda3");
        system("/", "sda1");
        on("hdfs", "sda2");
        on("shuffle", "sda3");
        RoleDevices hdfs = roles().counted("hdfs");
        assertThat(hdfs.devices()).containsExactly("sda2");
        assertThat(hdfs.reason()).isNull();
        // The disk also carries the system; the partition does not.
        assertThat(roles().role("sda").text()).isEqualTo("hdfs+shuffle+system");
        assertThat(hdfs.system()).isEmpty();
        assertThat(hdfs.system().isEmpty() && hdfs.systemUnknown().isEmpty()).isTrue();
        assertThat(roles().counted("shuffle").devices()).containsExactly("sda3");
    }

    @Test
    void roles_on_one_device_are_not_separable() {
        disks("sda");
        partition("sda", "sda2");
        on("hdfs", "sda2");
        on("shuffle", "sda2");
        for (String role : List.of("hdfs", "shuffle")) {
            RoleDevices counted = roles().counted(role);
            assertThat(counted.devices()).isEmpty();
            assertThat(counted.reason()).isEqualTo("not separable: sda2 serves HDFS and shuffle at once");
        }
    }

    @Test
    void logical_volumes_on_the_same_disks_keep_roles_apart() {
        disks("sda", "sdb");
        stacked("dm-0", "dm", "sda", "sdb");
        stacked("dm-1", "dm", "sda", "sdb");
        stacked("dm-2", "dm", "sda");
        system("swap", "dm-2");
        on("hdfs", "dm-0");
        on("shuffle", "dm-1");
        assertThat(roles().counted("hdfs").devices()).containsExactly("dm-0");
        assertThat(roles().counted("shuffle").devices()).containsExactly("dm-1");
        assertThat(roles().role("sda").text()).isEqualTo("hdfs+shuffle+system");
        assertThat(roles().role("sdb").text()).isEqualTo("hdfs+shuffle");
    }

    @Test
    void a_loop_device_is_counted_again_where_its_file_lies() {
        disks("sda");
        stacked("loop0", "loop", "sda");
        on("hdfs", "sda");
        on("shuffle", "loop0");
        assertThat(roles().counted("hdfs").reason())
                .isEqualTo("not separable: sda also carries loop0, which serves shuffle");
        assertThat(roles().counted("shuffle").devices()).containsExactly("loop0");
    }

    @Test
    void requestsThatTheKernelDoesNotCountAreNoIdleDevice() {
        disks("sda", "sdb");
        on("hdfs", "sda", "sdb");
        on("shuffle", "sda");
        settings.put(NodeLayout.UNCOUNTED, "sdb,sdc");
        assertThat(roles().used("hdfs").reason())
                .isEqualTo("the kernel does not count the requests of sdb (queue/iostats is 0)");
        assertThat(roles().used("shuffle").devices()).containsExactly("sda");
    }

    @Test
    void nothing_is_counted_twice() {
        disks("sda", "sdb");
        stacked("loop0", "loop", "sda");
        on("hdfs", "loop0", "sda", "sdb");
        assertThat(roles().counted("hdfs").devices()).containsExactly("sda", "sdb");
    }

    @Test
    void what_is_counted_again_in_part_is_not_separable() {
        disks("sda", "sdb");
        stacked("md0", "raid", "sda", "sdb");
        on("hdfs", "md0", "sda");
        assertThat(roles().counted("hdfs").reason())
                .isEqualTo("not separable: md0 is partly on sda, where its requests are counted again");
        on("hdfs", "sdb");
        assertThat(roles().counted("hdfs").devices()).containsExactly("sda", "sdb");
    }

    @Test
    void a_counted_device_that_carries_the_system_is_named() {
        disks("sda", "sdb");
        stacked("loop7", "loop", "sda");
        system("/", "loop7");
        on("hdfs", "sda", "sdb");
        RoleDevices hdfs = roles().counted("hdfs");
        assertThat(hdfs.system()).containsExactly("sda");
        assertThat(hdfs.system().isEmpty() && hdfs.systemUnknown().isEmpty()).isFalse();
    }

    @Test
    void a_system_of_which_the_device_is_not_known_may_be_on_any() {
        disks("sda");
        on("hdfs", "sda");
        system.add(directory("root", "/", true, List.of(), "overlay", null, "overlay: its layers are elsewhere"));
        system.add(directory("logs", "/var/log", true, List.of(), "tmpfs", "tmpfs: in memory", null));
        RoleDevices hdfs = roles().counted("hdfs");
        assertThat(hdfs.devices()).containsExactly("sda");
        assertThat(hdfs.systemUnknown()).containsExactly("/");
        assertThat(hdfs.system().isEmpty() && hdfs.systemUnknown().isEmpty()).isFalse();
    }

    @Test
    void directories_without_a_known_device_leave_nothing_to_count() {
        disks("sda");
        on("hdfs", "sda");
        assertThat(roles().counted("shuffle").reason()).isEqualTo("no directory of shuffle is known");
        directories.add(directory("shuffle", "/s", true, List.of(), "overlay", null, "overlay: somewhere"));
        assertThat(roles().counted("shuffle").reason()).isEqualTo("the device of /s is unknown: overlay: somewhere");
        assertThat(roles().counted("hdfs").reason())
                .isEqualTo("not separable: the device of /s (shuffle) is unknown and may be one of sda");
    }

    @Test
    void the_network_is_no_device_and_memory_moves_nothing() {
        disks("sda");
        on("hdfs", "sda");
        directories.add(directory("hdfs", "/ram", true, List.of(), "tmpfs", "tmpfs: in memory", null));
        directories.add(directory("shuffle", "/nfs", true, List.of(), "nfs4", "nfs4: on the network", null));
        assertThat(roles().counted("hdfs").devices()).containsExactly("sda");
        assertThat(roles().counted("shuffle").reason())
                .isEqualTo("the device of /nfs is unknown: nfs4: on the network");
        directories.remove(0);
        assertThat(roles().counted("hdfs").reason()).isEqualTo("all directories of hdfs are in memory");
    }

    @Test
    void a_directory_that_is_not_there_has_no_role() {
        disks("sda");
        on("hdfs", "sda");
        directories.add(directory("shuffle", "/gone", false, List.of("sda"), "ext4", null, null));
        assertThat(roles().counted("hdfs").devices()).containsExactly("sda");
        assertThat(roles().role("sda").text()).isEqualTo("hdfs");
        assertThat(roles().counted("shuffle").reason()).isEqualTo("no directory of shuffle is known");
    }

    @Test
    void the_paths_of_an_nvme_disk_stand_in_where_they_count_one_role_only() {
        devices.add(device("nvme0n1", "disk", List.of(), List.of("nvme0c0n1", "nvme0c1n1")));
        partition("nvme0n1", "nvme0n1p1");
        partition("nvme0n1", "nvme0n1p2");
        on("hdfs", "nvme0n1p1");
        assertThat(roles().counted("hdfs").paths())
                .containsExactly(Map.entry("nvme0n1p1", List.of("nvme0c0n1", "nvme0c1n1")));
        on("shuffle", "nvme0n1p2");
        assertThat(roles().counted("hdfs").devices()).containsExactly("nvme0n1p1");
        assertThat(roles().counted("hdfs").paths()).isEmpty();
    }

    @Test
    void a_layout_is_a_document(@TempDir Path directory) throws IOException {
        disks("sda");
        on("hdfs", "sda");
        system("/", "sda");
        Path file = directory.resolve("layout.json");
        JsonDocument.write(file, layout());
        assertThat(JsonDocument.read(file, NodeLayout.class)).isEqualTo(layout());
        assertThat(Files.readString(file)).contains("\"node\": \"n1\"").doesNotContain("null");
    }

    private DeviceRoles roles() {
        return DeviceRoles.of(layout());
    }

    private NodeLayout layout() {
        return new NodeLayout("n1", null, null, null, null, null, null, devices, directories, system, settings, null);
    }

    private void disks(String... names) {
        for (String name : names) {
            devices.add(device(name, "disk", List.of(), List.of()));
        }
    }

    private void partition(String disk, String name) {
        devices.add(device(name, "partition", List.of(disk), List.of()));
    }

    private void stacked(String name, String type, String... on) {
        devices.add(device(name, type, List.of(on), List.of()));
    }

    private void on(String role, String... names) {
        for (String name : names) {
            directories.add(directory(role, "/" + role + "/" + name, true, List.of(name), "ext4", null, null));
        }
    }

    private void system(String path, String device) {
        system.add(directory("root", path, true, List.of(device), "ext4", null, null));
    }

    private static Device device(String name, String type, List<String> on, List<String> paths) {
        return new Device(name, null, type, null, null, on, paths, null, null, null, null, null, null);
    }

    private static Directory directory(
            String role, String path, boolean exists, List<String> devices, String fileSystem, String... why) {
        return new Directory(
                role,
                path,
                path,
                exists,
                exists,
                "/",
                fileSystem,
                "rw",
                "rw",
                null,
                null,
                devices,
                null,
                null,
                null,
                null,
                null,
                why[0],
                why[1]);
    }
}
