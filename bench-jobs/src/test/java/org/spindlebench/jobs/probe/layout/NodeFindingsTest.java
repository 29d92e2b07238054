package org.spindlebench.jobs.probe.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.jobs.probe.layout.HostTree.names;
import static org.spindlebench.jobs.probe.layout.HostTree.only;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the probe finds about a node in addition to its directories. */
class NodeFindingsTest {
    private static final Map<String, List<String>> NONE = Map.of();

    @TempDir
    Path root;

    private HostTree host;

    @BeforeEach
    void begin() {
        host = new HostTree(root);
    }

    @Test
    void a_node_says_what_it_is() throws IOException {
        host.file("/proc/sys/kernel/hostname", "n1")
                .file("/proc/sys/kernel/random/boot_id", "5f1c7a52-0d33-4f4e-9e0c-1f6f3c1f6f3c")
                .file("/proc/sys/kernel/osrelease", "3.10.0-1160.el7.x86_64")
                .file("/proc/meminfo", "MemTotal:       16384 kB\nMemFree:  1 kB")
                .file("/proc/cpuinfo", x86());
        List<Finding> findings = new LayoutReader(root, "/usr/java").read(NONE);
        assertThat(only(findings, "node", "n1"))
                .containsEntry("bootId", "5f1c7a52-0d33-4f4e-9e0c-1f6f3c1f6f3c")
                .containsEntry("kernel", "3.10.0-1160.el7.x86_64")
                .containsEntry("memoryBytes", "16777216")
                .containsEntry("javaHome", "/usr/java")
                .containsEntry("cpuModel", "Some(R) CPU E5 @ 2.40GHz")
                .containsEntry("cpuSockets", "2")
                .containsEntry("cpuCores", "4")
                .containsEntry("cpuThreads", "8");
        assertThat(only(findings, "system", "/usr/java")).containsEntry("role", "jdk");
    }

    /** Returns two sockets of two cores with two threads each. Both sockets have a core 0. */
    private static String x86() {
        return IntStream.range(0, 8)
                .mapToObj(i -> "processor\t: " + i + "\nmodel name\t: Some(R) CPU E5 @ 2.40GHz\nphysical id\t: " + i % 2
                        + "\ncore id\t\t: " + i / 2 % 2 + "\npower management:\n")
                .collect(Collectors.joining("\n"));
    }

    @Test
    void arms_processors_have_no_name_and_their_sockets_may_be_told_elsewhere() throws IOException {
        String block = "\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n\n";
        host.file("/proc/cpuinfo", "processor\t: 0" + block + "processor\t: 1" + block);
        assertThat(only(host.read(NONE), "node", ""))
                .containsEntry("cpuModel", "implementer 0x41 part 0xd0c")
                .containsEntry("cpuThreads", "2")
                .doesNotContainKeys("cpuSockets", "cpuCores");
        for (int cpu = 0; cpu < 2; cpu++) {
            host.file("/sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "0")
                    .file("/sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", String.valueOf(cpu));
        }
        assertThat(only(host.read(NONE), "node", ""))
                .containsEntry("cpuSockets", "1")
                .containsEntry("cpuCores", "2");
    }

    @Test
    void a_socket_of_minus_one_is_not_known() throws IOException {
        host.file("/proc/cpuinfo", "processor\t: 0\n\n")
                .file("/sys/devices/system/cpu/cpu0/topology/physical_package_id", "-1")
                .file("/sys/devices/system/cpu/cpu0/topology/core_id", "0");
        assertThat(only(host.read(NONE), "node", "")).doesNotContainKeys("cpuSockets", "cpuCores", "cpuModel");
    }

    @Test
    void interfaces_are_physical_where_they_have_a_device() throws IOException {
        host.file("/sys/class/net/eth0/speed", "10000")
                .file("/sys/class/net/eth0/mtu", "9000")
                .directory("/sys/class/net/eth0/device")
                .file("/sys/class/net/bond0/bonding/slaves", "eth0 eth1")
                .file("/sys/class/net/bond0/mtu", "9000")
                .file("/sys/class/net/bond0/speed", "-1")
                .file("/sys/class/net/eth0.7/mtu", "1500")
                .directory("/sys/class/net/eth0.7/lower_eth0")
                .file("/sys/class/net/lo/mtu", "65536")
                .directory("/sys/class/net/lo/speed")
                .file("/sys/class/net/bonding_masters", "bond0");
        List<Finding> findings = host.read(NONE);
        assertThat(names(findings, "network")).containsExactly("bond0", "eth0", "eth0.7", "lo");
        assertThat(only(findings, "network", "eth0.7")).containsEntry("slaves", "eth0");
        assertThat(only(findings, "network", "eth0"))
                .containsOnly(
                        Map.entry("speedMbits", "10000"), Map.entry("mtu", "9000"), Map.entry("physical", "true"));
        assertThat(only(findings, "network", "bond0"))
                .containsOnly(
                        Map.entry("slaves", "eth0,eth1"), Map.entry("mtu", "9000"), Map.entry("physical", "false"));
        assertThat(only(findings, "network", "lo")).doesNotContainKey("speedMbits");
        assertThat(names(findings, "hidden")).isEmpty();
    }

    @Test
    void settings_have_the_names_of_sysctl() throws IOException {
        host.file("/proc/sys/vm/swappiness", "60")
                .file("/proc/sys/vm/dirty_expire_centisecs", "3000")
                .file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
                .file("/sys/kernel/mm/transparent_hugepage/defrag", "[always] never")
                .file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave")
                .file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance")
                .file("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave")
                .file("/proc/loadavg", "0.30 1.54 2.00 1/85 20514")
                .file("/proc/self/limits", """
                        Limit                     Soft Limit           Hard Limit           Units
                        Max processes             96365                96365                processes
                        Max open files            1024                 unlimited            files
                        """);
        List<Finding> findings = host.read(NONE);
        assertThat(findings.stream()
                        .filter(finding -> finding.kind().equals("setting"))
                        .map(finding ->
                                finding.name() + "=" + finding.attributes().get("value")))
                .containsExactlyInAnyOrder(
                        "vm.swappiness=60",
                        "vm.dirty_expire_centisecs=3000",
                        "transparent_hugepage.enabled=madvise",
                        "transparent_hugepage.defrag=always",
                        "cpufreq.scaling_governor=performance,powersave",
                        "limits.open_files.soft=1024",
                        "limits.open_files.hard=unlimited",
                        "loadavg.1=0.30",
                        "loadavg.5=1.54",
                        "loadavg.15=2.00");
    }

    @Test
    void red_hats_huge_pages_are_found() throws IOException {
        host.file("/sys/kernel/mm/redhat_transparent_hugepage/enabled", "[always] never");
        assertThat(only(host.read(NONE), "setting", "transparent_hugepage.enabled"))
                .containsEntry("value", "always");
    }

    @Test
    void swap_lies_on_a_device_or_in_a_file() throws IOException {
        host.disk("sda", "8:0")
                .partition("sda", "sda1", "8:1")
                .mount("8:1", "/", "/", "rw", "ext4 /dev/sda1 rw")
                .disk("sdb", "8:16")
                .partition("sdb", "sdb2", "8:18")
                .file("/swap file", "")
                .block("/sys/devices/virtual/block/zram0", "252:0")
                .file("/proc/swaps", """
                        Filename        Type    Size  Used  Priority
                        /dev/sdb2                               partition  8388604  0  -2
                        /swap\\040file                            file    1024  0  -3
                        /dev/zram0                              partition  1024  0  100
                        /dev/gone                               partition  1024  0  5
                        """);
        List<Finding> findings = host.read(NONE);
        assertThat(only(findings, "system", "/dev/sdb2"))
                .containsEntry("role", "swap")
                .containsEntry("devices", "sdb2")
                .containsEntry("disks", "sdb");
        assertThat(only(findings, "system", "/swap file")).containsEntry("devices", "sda1");
        assertThat(only(findings, "system", "/dev/zram0"))
                .containsEntry("devices", "zram0")
                .doesNotContainKey("disks");
        assertThat(only(findings, "device", "zram0")).containsEntry("type", "memory");
        assertThat(only(findings, "system", "/dev/gone")).containsKey("unknown");
    }

    @Test
    void what_can_not_be_read_is_said() throws IOException {
        host.directory("/proc/sys/vm/swappiness").file("/proc/sys/vm/dirty_ratio/not/a/file", "");
        List<Finding> findings = host.read(NONE);
        assertThat(only(findings, "hidden", "/proc/sys/vm/swappiness"))
                .containsEntry("unknown", "vm.swappiness")
                .containsKey("reason");
        assertThat(names(findings, "setting")).isEmpty();
    }

    @Test
    void what_permissions_hide_is_said() throws IOException {
        host.disk("sda", "8:0")
                .mount("8:0", "/", "/", "rw", "ext4 /dev/sda rw")
                .file("/proc/sys/vm/swappiness", "60")
                .directory("/secret/dfs");
        List<Finding> findings =
                host.read(Map.of("hdfs", List.of("/secret/dfs")), Set.of("/proc/sys/vm/swappiness", "/secret/dfs"));
        assertThat(only(findings, "hidden", "/proc/sys/vm/swappiness"))
                .containsEntry("unknown", "vm.swappiness")
                .containsEntry("reason", "permission denied");
        assertThat(only(findings, "directory", "/secret/dfs"))
                .containsEntry("devices", "sda")
                .doesNotContainKeys("exists", "readable", "totalBytes");
        assertThat(only(findings, "hidden", "/secret/dfs")).containsEntry("reason", "permission denied");
    }

    @Test
    void an_empty_tree_yields_nothing_and_no_failure() {
        List<Finding> findings = host.read(Map.of("shuffle", List.of("/data")));
        assertThat(only(findings, "node", "")).isEmpty();
        assertThat(only(findings, "directory", "/data"))
                .containsEntry("exists", "false")
                .containsKey("unknown");
        assertThat(names(findings, "device")).isEmpty();
    }

    @Test
    void of_this_machine_every_directory_is_found_or_the_reason_is_given() throws IOException {
        List<Finding> findings =
                new LayoutReader(Path.of("/")).read(Map.of("hdfs", List.of(root.toString(), "/dev/shm", "/proc")));
        assertThat(names(findings, "node")).hasSize(1);
        assertThat(findings.get(0).attributes()).containsKeys("kernel", "memoryBytes", "cpuThreads", "bootId");
        assertThat(findings)
                .filteredOn(finding ->
                        finding.kind().equals("directory") || finding.kind().equals("system"))
                .hasSizeGreaterThan(5)
                .allSatisfy(finding ->
                        assertThat(finding.attributes().keySet()).containsAnyOf("devices", "noDevice", "unknown"));
        assertThat(only(findings, "directory", root.toString()))
                .containsEntry("exists", "true")
                .containsKeys("mountPoint", "fileSystem", "totalBytes");
        assertThat(names(findings, "setting")).contains("vm.swappiness", "limits.open_files.soft", "loadavg.1");
        try (BufferedReader expire = Files.newBufferedReader(Path.of("/proc/sys/vm/dirty_expire_centisecs"))) {
            assertThat(only(findings, "setting", "vm.dirty_expire_centisecs"))
                    .containsEntry("value", expire.readLine());
        }
    }
}
