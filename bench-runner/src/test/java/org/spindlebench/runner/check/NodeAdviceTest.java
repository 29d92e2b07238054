package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.runner.check.NodeAdvice.Advice;
import org.spindlebench.runner.probe.Layouts;

class NodeAdviceTest {
    @Test
    void a_node_that_is_set_as_recommended_gets_no_advice() throws IOException {
        assertThat(advice(node(
                        "n1",
                        0.9,
                        "node\tn1\tcpuThreads=8",
                        "setting\tvm.swappiness\tvalue=20",
                        "setting\tlimits.open_files.soft\tvalue=16384",
                        "setting\ttransparent_hugepage.enabled\tvalue=madvise",
                        "setting\ttransparent_hugepage.defrag\tvalue=never",
                        "setting\tcpufreq.scaling_governor\tvalue=performance",
                        "setting\tloadavg.1\tvalue=4.0",
                        disk("sdb", "none", 128),
                        disk("sdc", "none", 128),
                        "system\t/\trole=root\tdevices=sda\tdisks=sda",
                        directory("/1", "hdfs", "sdb1", "noatime"),
                        directory("/2", "hdfs", "sdc1", "noatime"),
                        directory("/1/s", "shuffle", "sdb2", "noatime") + "\ttotalBytes=100\tusableBytes=10",
                        directory("/2/s", "shuffle", "sdc2", "noatime"))))
                .isEmpty();
    }

    @Test
    void whereARoleHasNoDeviceOfItsOwnPartitionsAreAdvised() throws IOException {
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/1", "hdfs", "sdb", "noatime"),
                        directory("/2", "hdfs", "sdc", "noatime"),
                        directory("/1/s", "shuffle", "sdb", "noatime"),
                        directory("/2/s", "shuffle", "sdc", "noatime"))))
                .containsExactly(BOTH_ROLES.replace("sdb serves", "sdb, sdc serve"));
    }

    @Test
    void a_partition_that_does_not_start_at_a_block_is_advised_on() throws IOException {
        String[] findings = {
            directory("/1", "hdfs", "sdb1", "noatime"),
            directory("/2", "hdfs", "sdc1", "noatime"),
            disk("sdb", "none", 128),
            disk("sdc", "none", 128),
            "device\tsdb1\ttype=partition\ton=sdb\tstartBytes=%s\talignmentOffset=%s",
            "device\tsdc1\ttype=partition\ton=sdc\tstartBytes=1048576\talignmentOffset=0"
        };
        assertThat(advice(node("n1", null, aligned(findings, "1048576", "0")))).isEmpty();
        String found = "n1: sdb1 starts at byte %s of its disk; SanDisk started partitions at a multiple of 4 KiB;";
        assertThat(advice(node("n1", null, aligned(findings, "32256", "0"))))
                .singleElement()
                .asString()
                .startsWith(found.formatted("32256"))
                .endsWith(": parted /dev/sdb unit B print");
        assertThat(advice(node("n1", null, aligned(findings, "1048576", "512"))))
                .singleElement()
                .asString()
                .startsWith(found.formatted("1048576"));
    }

    private static String[] aligned(String[] findings, String start, String offset) {
        String[] all = findings.clone();
        all[4] = all[4].formatted(start, offset);
        return all;
    }

    @Test
    void what_was_not_found_out_gives_no_advice() throws IOException {
        assertThat(advice(node("n1", null))).isEmpty();
        assertThat(advice(node(
                        "n1",
                        null,
                        "setting\tvm.swappiness\tvalue=?",
                        "setting\tlimits.open_files.soft\tvalue=unlimited",
                        "setting\tloadavg.1\tvalue=99",
                        "directory\t/m\trole=shuffle\tnoDevice=tmpfs: in memory\tfileSystem=tmpfs\tmountOptions=rw")))
                .isEmpty();
        assertThat(NodeAdvice.of(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "vm.swappiness # 60 # vm.swappiness is 60; SanDisk measured with 20, Cloudera recommends 1 to 10, best 1: sysctl -w vm.swappiness=1",
                "limits.open_files.soft # 1024 # a process may open 1024 files; SanDisk measured with 16384; restart the daemons, and set LimitNOFILE=16384 if systemd starts them: echo '* - nofile 16384' > /etc/security/limits.d/90-hadoop.conf",
                "transparent_hugepage.enabled # always # transparent_hugepage/enabled is always; Cloudera recommends never: echo never > /sys/kernel/mm/transparent_hugepage/enabled",
                "transparent_hugepage.defrag # always # transparent_hugepage/defrag is always; Cloudera recommends never: echo never > /sys/kernel/mm/transparent_hugepage/defrag",
                "cpufreq.scaling_governor # performance,powersave # the processors' frequency governor is performance and powersave; with performance, the clock rate does not depend on earlier load: cpupower frequency-set -g performance",
                "loadavg.1 # 4.01 # the load average was 4.0 on 8 hardware threads before anything was started; other programs are running there: wait for their end, or find out which they are: ps -eo pcpu,pid,user,args --sort=-pcpu | head"
            },
            quoteCharacter = '"',
            ignoreLeadingAndTrailingWhitespace = true)
    void a_setting_is_advised_on(String name, String value, String text) throws IOException {
        assertThat(advice(node("n1", null, "node\tn1\tcpuThreads=8", "setting\t" + name + "\tvalue=" + value)))
                .containsExactly("n1: " + text);
    }

    @Test
    void aDiskWhoseRequestsAreNotCountedIsToldWithoutItsPartitions() throws IOException {
        assertThat(advice(node(
                        "n1",
                        null,
                        "setting\tiostats.off\tvalue=sdb,sdb1",
                        "device\tsdb\ttype=disk",
                        "device\tsdb1\ttype=partition\ton=sdb")))
                .containsExactly(
                        "n1: the kernel does not count the requests of sdb (queue/iostats is 0); without these counts"
                                + " there is no I/O of the device, and no proof of cold caches: echo 1 >"
                                + " /sys/block/sdb/queue/iostats");
    }

    @Test
    void a_clock_that_is_off_is_told() throws IOException {
        assertThat(advice(node("n1", 1.5), node("n2", -2.0), node("n3", -1.0)))
                .containsExactly(
                        "n1: the clock is 1.5 s ahead of the NameNode's; Spindle matches node activity with jobs by time: let NTP"
                                + " set all clocks: chronyc makestep",
                        "n2: the clock is 2.0 s behind the NameNode's; Spindle matches node activity with jobs by time: let NTP"
                                + " set all clocks: chronyc makestep");
    }

    @Test
    void nodes_with_the_same_finding_share_the_advice() throws IOException {
        List<NodeLayout> nodes = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            nodes.add(node("n" + i, null, "setting\tvm.swappiness\tvalue=60"));
        }
        assertThat(NodeAdvice.of(nodes)).extracting(Advice::who).containsExactly("all 5 nodes");
        nodes.add(node("n6", null, "setting\tvm.swappiness\tvalue=30"));
        nodes.add(node("n7", null));
        assertThat(NodeAdvice.of(nodes)).extracting(Advice::who).containsExactly("n1, n2, n3 and 2 more", "n6");
        assertThat(NodeAdvice.of(nodes).get(0).nodes()).containsExactly("n1", "n2", "n3", "n4", "n5");
    }

    @Test
    void access_times_are_advised_on_with_what_they_are_now() throws IOException {
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/a b", "hdfs", "sdb", "relatime"),
                        directory("/c", "shuffle", "sdc", "rw"))))
                .containsExactly(
                        "n1: /a b (hdfs) is mounted with relatime, which writes access times after a change and once a day; SanDisk"
                                + " measured with noatime and Cloudera recommends it; also write it into /etc/fstab: mount -o"
                                + " remount,noatime '/a b'",
                        "n1: /c (shuffle) is mounted without noatime; SanDisk measured with noatime and Cloudera"
                                + " recommends it; also write it into /etc/fstab: mount -o remount,noatime /c");
    }

    private static final String BOTH_ROLES =
            "n1: sdb serves HDFS and the shuffle; I/O sizes by role are then known only for jobs that have data of one role: for"
                    + " those of every job, give each role a partition of its own on each disk, as the setup hdd-11-parts does";

    @Test
    void a_local_directory_without_space_is_told() throws IOException {
        String full = "\ttotalBytes=1000\tusableBytes=99";
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/h", "hdfs", "sdb", "noatime") + full,
                        directory("/s", "shuffle", "sdb", "noatime") + full)))
                .containsExactly(
                        "n1: /s (shuffle) has 9 % left; YARN stops using a directory at 90 % full; make room there (this"
                                + " shows what fills it): du -xh --max-depth=2 /s | sort -h | tail",
                        BOTH_ROLES);
    }

    @Test
    void an_unknown_device_is_a_matter_for_the_administrator() throws IOException {
        assertThat(advice(node("n1", null, "directory\t/d\trole=hdfs\tunknown=overlay: somewhere")))
                .containsExactly(
                        "n1: the device of /d (hdfs) is unknown: ask your admin (overlay: somewhere); without it Spindle"
                                + " cannot distinguish disk activity by role; this command shows it on the host: findmnt -T /d");
    }

    @Test
    void all_directories_of_a_role_on_one_disk_are_told() throws IOException {
        String rest = "; the role has only one disk: name a directory on every disk that should serve it in ";
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/1", "hdfs", "sdb", "noatime"),
                        directory("/2", "hdfs", "sdc", "noatime"),
                        directory("/1/s", "shuffle", "sdb", "noatime"))))
                .containsExactly(
                        "n1: the only directory of shuffle is on sdb" + rest + "yarn.nodemanager.local-dirs",
                        BOTH_ROLES);
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/1", "hdfs", "sdb", "noatime"),
                        directory("/2", "hdfs", "sdb", "noatime"))))
                .containsExactly("n1: all 2 directories of hdfs are on sdb" + rest + "dfs.datanode.data.dir");
        // A separate disk for a role's only directory is an ordinary layout.
        assertThat(advice(node(
                        "n1",
                        null,
                        directory("/1", "hdfs", "sdb", "noatime"),
                        directory("/2", "hdfs", "sdc", "noatime"),
                        directory("/fast", "shuffle", "nvme0n1", "noatime"))))
                .isEmpty();
        // There may be a second disk, because the disk of one directory is unknown.
        assertThat(NodeAdvice.of(List.of(node(
                        "n1",
                        null,
                        directory("/1", "hdfs", "sdb", "noatime"),
                        directory("/2", "hdfs", "sdb", "noatime"),
                        "directory\t/3\trole=hdfs\tunknown=zfs: somewhere"))))
                .extracting(Advice::found)
                .noneMatch(found -> found.contains("on sdb"));
    }

    @Test
    void a_data_directory_beside_the_system_is_told() throws IOException {
        List<Advice> advice = NodeAdvice.of(List.of(node(
                "n1",
                null,
                disk("sda", "none", 128),
                "device\tsda1\ttype=partition\ton=sda",
                "device\tsda2\ttype=partition\ton=sda",
                "system\t/\trole=root\tdevices=sda1\tdisks=sda",
                "directory\t/d\trole=hdfs\tdevices=sda2\tdisks=sda\tmountOptions=noatime\tmountPoint=/d")));
        assertThat(advice)
                .extracting(Advice::found)
                .containsExactly("sda holds a data directory and the system (/, logs, JDK or swap)");
        assertThat(advice.get(0).command()).isNull();
    }

    @Test
    void like_devices_that_are_set_differently_are_told() throws IOException {
        List<NodeLayout> nodes = List.of(
                node("n1", null, disk("sdb", "none", 128), directory("/1", "hdfs", "sdb", "noatime")),
                node("n2", null, disk("sdb", "none", 128), directory("/1", "hdfs", "sdb", "noatime")),
                node("n3", null, disk("sdb", "mq-deadline", 4096), directory("/1", "hdfs", "sdb", "noatime")));
        assertThat(advice(nodes.toArray(new NodeLayout[0])))
                .containsExactly(
                        "n3: sdb has scheduler mq-deadline, and 2 of 3 of its kind (M of 4000.0 GB) have none; devices that"
                                + " are compared should have the same settings: echo none > /sys/block/sdb/queue/scheduler",
                        "n3: sdb has read_ahead_kb 4096, and 2 of 3 of its kind (M of 4000.0 GB) have 128; devices that are"
                                + " compared should have the same settings: echo 128 > /sys/block/sdb/queue/read_ahead_kb");
    }

    @Test
    void devices_of_another_sort_or_without_a_role_may_differ() throws IOException {
        assertThat(advice(
                        node("n1", null, disk("sdb", "none", 128), directory("/1", "hdfs", "sdb", "noatime")),
                        node(
                                "n2",
                                null,
                                disk("sdb", "kyber", 1024).replace("model=M", "model=N"),
                                directory("/1", "hdfs", "sdb", "noatime")),
                        node("n3", null, disk("sda", "bfq", 2048))))
                .isEmpty();
    }

    private static String disk(String name, String scheduler, int readAhead) {
        return "device\t" + name + "\ttype=disk\tmodel=M\trotational=true\tsizeBytes=4000000000000\tscheduler="
                + scheduler + "\treadAheadKb=" + readAhead + "\tmaxSectorsKb=512\tnrRequests=128";
    }

    private static String directory(String path, String role, String device, String option) {
        return "directory\t" + path + "\trole=" + role + "\texists=true\tmountPoint=" + path
                + "\tfileSystem=ext4\tdevices=" + device + "\tdisks=" + device + "\tmountOptions=rw," + option;
    }

    private static NodeLayout node(String name, Double clockOffset, String... findings) throws IOException {
        return Layouts.of(
                name, FindingText.read(new BufferedReader(new StringReader(String.join("\n", findings)))), clockOffset);
    }

    private static List<String> advice(NodeLayout... nodes) {
        return NodeAdvice.of(List.of(nodes)).stream().map(Advice::text).toList();
    }
}
