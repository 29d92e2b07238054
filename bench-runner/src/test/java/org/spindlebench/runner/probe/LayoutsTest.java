package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.jobs.probe.layout.LayoutReader;

class LayoutsTest {
    private static final String[] FOUND = {
        "node\tother\tbootId=b\tkernel=5.14.0\tmemoryBytes=16777216\tcpuModel=m\tcpuSockets=2\tcpuCores=4\tcpuThreads=8",
        "network\teth0\tspeedMbits=10000\tmtu=9000\tphysical=true",
        "network\tbond0\tphysical=false\tslaves=eth0,eth1",
        "device\tsda\ttype=disk\tmajorMinor=8:0\tsizeBytes=4000\tmodel=M\tvendor=V\tfirmware=F\trotational=true"
                + "\tremovable=false\ttemperatureMillis=38850\tscheduler=none\treadAheadKb=128\tmaxSectorsKb=512"
                + "\tnrRequests=256\tqueueDepth=31\tlogicalBlockSize=512\twriteCache=write back",
        "device\tsda1\ttype=partition\ton=sda\tstartBytes=1048576\talignmentOffset=0",
        "device\tmd0\ttype=raid\tlevel=raid1\ton=sda1,sdb1",
        "device\tdm-0\ttype=dm\tdmKind=lvm\tdmName=a-b",
        "device\tloop0\ttype=loop\tnoDevice=tmpfs: in memory",
        "directory\t/d\trole=hdfs\trealPath=/e\texists=true\treadable=false\tmountPoint=/\tfileSystem=ext4"
                + "\tmountOptions=rw,noatime\tsuperOptions=rw\tsource=/dev/sda\tmajorMinor=8:0\tdevices=sda\tdisks=sda"
                + "\tblockBytes=4096\ttotalBytes=100\tusableBytes=40\tstorageType=SSD",
        "system\t/\trole=root\tunknown=why",
        "setting\tvm.swappiness\tvalue=60",
        "hidden\t/x\tunknown=what\treason=permission denied"
    };

    @Test
    void findings_become_values_in_base_units() throws IOException {
        NodeLayout layout = layout(FOUND);
        assertThat(layout.node()).isEqualTo("n1");
        assertThat(layout.cpu()).isEqualTo(new NodeLayout.CpuModel("m", 2L, 4L, 8L));
        assertThat(layout.memory()).isEqualTo(16777216);
        assertThat(layout.clockOffset()).isEqualTo(0.25);
        assertThat(layout.networks())
                .containsExactly(
                        new NodeLayout.NetworkAdapter("eth0", 10_000_000_000L, 9000L, true, List.of()),
                        new NodeLayout.NetworkAdapter("bond0", null, null, false, List.of("eth0", "eth1")));
        assertThat(layout.devices().get(0))
                .isEqualTo(new Device(
                        "sda",
                        "8:0",
                        "disk",
                        null,
                        null,
                        List.of(),
                        List.of(),
                        4000L,
                        null,
                        null,
                        new Device.Hardware("M", "V", "F", true, false, 38.85),
                        new Device.Queue("none", 131072L, 524288L, 256L, 31L, 512L, "write back"),
                        null));
        assertThat(layout.device("sda1").start()).isEqualTo(1048576);
        assertThat(layout.device("sda1").alignmentOffset()).isZero();
        assertThat(layout.device("md0").kind()).isEqualTo("raid1");
        assertThat(layout.device("md0").on()).containsExactly("sda1", "sdb1");
        assertThat(layout.device("md0").queue()).isNull();
        assertThat(layout.device("dm-0").kind()).isEqualTo("lvm");
        assertThat(layout.device("dm-0").label()).isEqualTo("a-b");
        assertThat(layout.device("loop0").unknown()).isEqualTo("tmpfs: in memory");
    }

    @Test
    void directories_settings_and_what_is_hidden_are_taken_as_they_are() throws IOException {
        NodeLayout layout = layout(FOUND);
        assertThat(layout.directories())
                .containsExactly(new Directory(
                        "hdfs",
                        "/d",
                        "/e",
                        true,
                        false,
                        "/",
                        "ext4",
                        "rw,noatime",
                        "rw",
                        "/dev/sda",
                        "8:0",
                        List.of("sda"),
                        List.of("sda"),
                        4096L,
                        100L,
                        40L,
                        "SSD",
                        null,
                        null));
        assertThat(layout.system().get(0).unknown()).isEqualTo("why");
        assertThat(layout.settings()).containsExactly(Map.entry("vm.swappiness", "60"));
        assertThat(layout.hidden()).containsExactly(new NodeLayout.Hidden("/x", "what", "permission denied"));
    }

    @Test
    void what_is_no_number_is_not_known() throws IOException {
        NodeLayout layout = layout(
                "node\tn\tmemoryBytes=much\tcpuThreads=",
                "network\teth0\tspeedMbits=9223372036854775807",
                "directory\t/d\trole=hdfs\ttotalBytes=1e3");
        assertThat(layout.memory()).isNull();
        assertThat(layout.cpu()).isNull();
        assertThat(layout.networks().get(0).bitsPerSecond()).isNull();
        assertThat(layout.directories().get(0).total()).isNull();
        assertThat(layout.directories().get(0).exists()).isNull();
    }

    @Test
    void without_findings_only_the_name_is_known() throws IOException {
        NodeLayout layout = layout();
        assertThat(layout)
                .isEqualTo(new NodeLayout("n1", null, null, null, null, 0.25, null, null, null, null, null, null));
    }

    @Test
    void all_that_this_machine_tells_is_taken_over() {
        List<Finding> findings = new LayoutReader(Path.of("/")).read(Map.of("shuffle", List.of("/tmp")));
        NodeLayout layout = Layouts.of("here", findings, null);
        assertThat(layout.kernel()).isNotEmpty();
        assertThat(layout.cpu().threads()).isPositive();
        assertThat(layout.directories()).hasSize(1).allSatisfy(directory -> assertThat(directory.mountPoint())
                .isNotEmpty());
        assertThat(layout.networks().size()
                        + layout.devices().size()
                        + layout.directories().size()
                        + layout.system().size()
                        + layout.settings().size()
                        + layout.hidden().size()
                        + 1)
                .isEqualTo(findings.size());
    }

    private static NodeLayout layout(String... lines) throws IOException {
        return Layouts.of("n1", FindingText.read(new BufferedReader(new StringReader(String.join("\n", lines)))), 0.25);
    }
}
