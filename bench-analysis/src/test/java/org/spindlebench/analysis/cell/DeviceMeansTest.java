package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;

class DeviceMeansTest {
    private static final SortedMap<String, List<String>> DEVICES = new TreeMap<>();

    private static RoleIo hdfs(long reads, long bytesRead, double busy) {
        return new RoleIo(
                "hdfs",
                null,
                1,
                DEVICES,
                new Io(reads, 0L, bytesRead, 0L, 0L, 0L, null, null, null, null, null, null, busy),
                null,
                List.of(),
                List.of(),
                null);
    }

    private static RoleIo unknown(String role, String reason) {
        return new RoleIo(role, null, 1, DEVICES, Io.UNKNOWN, null, List.of(), List.of(), reason);
    }

    private static RunRecord run(int index, String job, int repeat, double cpu, RoleIo... roles) {
        Proofs proofs =
                new Proofs(List.of(roles), null, new CpuLoad(1, 2L, cpu, null), null, null, null, null, null, null);
        return new RunBuilder(index, job)
                .repeat(repeat)
                .evidence(new NodeMetrics("local", null, null, null, null, null).with(proofs))
                .build();
    }

    private static Findings findings(RunRecord... runs) {
        return Findings.of(Runs.of(Stream.of(runs)), ComparisonOptions.standard());
    }

    private static DeviceMeans means(Findings findings, String job) {
        return findings.cells().stream()
                .filter(cell -> cell.subject().job().equals(job))
                .findFirst()
                .orElseThrow()
                .devices();
    }

    @Test
    void everyRequestOfEveryRunCountsAlikeInTheMeanSize() {
        DeviceMeans means = means(
                findings(
                        run(1, "teraread", 1, 0.4, hdfs(100, 100_000, 0.2), unknown("shuffle", "not separable: sda")),
                        run(2, "teraread", 2, 0.6, hdfs(300, 900_000, 0.4), unknown("shuffle", "not separable: sda")),
                        new RunBuilder(3, "teraread").repeat(3).build()),
                "teraread");
        assertThat(means.runs()).isEqualTo(2);
        assertThat(means.cpuBusy()).isEqualTo(0.5);
        assertThat(means.hdfs().bytesPerRead()).isEqualTo(2500);
        assertThat(means.hdfs().bytesPerWrite()).as("it wrote nothing").isNull();
        assertThat(means.hdfs().busy()).isCloseTo(0.3, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(means.shuffle()).isNull();
        assertThat(means.reason()).isEqualTo("shuffle: not separable: sda");
    }

    @Test
    void theReportHasThemAndProcessorsOverTeraSorts() {
        String report = Reports.markdown(findings(
                run(1, "terasort", 1, 0.61, hdfs(10, 1_280_000, 0.5)), run(2, "wordcount", 1, 0.549, hdfs(0, 0, 0.1))));
        assertThat(report).contains("## Nodes and devices").contains("| 61.0 | 1.00 | 128.0 |");
        assertThat(report).contains("| 54.9 | 0.90 | - |");
    }

    private static Integer threads(Long... ofNodes) {
        Instant begin = Instant.parse("2026-03-04T05:06:07Z");
        List<NodeLoad> nodes = new ArrayList<>();
        for (Long each : ofNodes) {
            NodeLoad.CpuTime cpu = new NodeLoad.CpuTime(each, 0.5, null, null, null, null);
            nodes.add(new NodeLoad(
                    "n" + nodes.size(),
                    begin,
                    begin.plusSeconds(10),
                    11,
                    cpu,
                    null,
                    null,
                    null,
                    List.of(),
                    null,
                    null,
                    null));
        }
        Proofs proofs = new Proofs(List.of(), null, null, null, null, null, null, null, null);
        return means(
                        findings(new RunBuilder(1, "terasort")
                                .evidence(new NodeMetrics("local", nodes, null, null, null, null).with(proofs))
                                .build()),
                        "terasort")
                .threads();
    }

    @Test
    void hardwareThreadsAreKnownOnlyIfAllNodesHaveAsMany() {
        assertThat(threads(16L, 16L)).isEqualTo(16);
        assertThat(threads(16L, 8L)).isNull();
        assertThat(threads(16L, null)).isNull();
        assertThat(threads()).isNull();
    }

    @Test
    void withoutAProbeThereAreNoneAndNoTable() {
        Findings findings = findings(new RunBuilder(1, "terasort").build());
        assertThat(means(findings, "terasort")).isNull();
        assertThat(Reports.markdown(findings)).doesNotContain("## Nodes and devices");
    }

    private static RoleIo role(String role, Origin origin, Io io) {
        return new RoleIo(role, origin, 2, DEVICES, io, null, List.of(), List.of(), null);
    }

    /** Returns I/O of 10 reads and 20 writes. Only the reads have a size. */
    private static Io readOnly(long read, long written) {
        return new Io(10L, 1L, read, 20L, 2L, written, read / 10.0, null, 0.01, null, 0.001, 0.5, 0.25);
    }

    @Test
    void aDirectionWithoutDataOfTheRoleHasRequestsButNoSize() {
        RoleIo hdfs = role("hdfs", Origin.ONE_ROLE, readOnly(1_000_000, 40_000));
        DeviceMeans means = means(findings(run(1, "teraread", 1, 0.4, hdfs)), "teraread");
        assertThat(means.hdfs().origin()).isEqualTo(Origin.ONE_ROLE);
        assertThat(means.hdfs().bytesPerRead()).isEqualTo(100_000);
        assertThat(means.hdfs().io().readWait()).isEqualTo(0.01);
        assertThat(means.hdfs().bytesPerWrite()).isNull();
        assertThat(means.hdfs().io().writes()).isEqualTo(20);
    }

    @Test
    void sharedOutBytesHaveNoRequestsAndTheLeastSureOriginIsTold() {
        DeviceMeans means = means(
                findings(
                        run(1, "terasort", 1, 0.4, role("shuffle", Origin.BY_DATA_NODES, Io.moved(100L, 200L))),
                        run(2, "terasort", 2, 0.4, role("shuffle", Origin.BY_LOGICAL_BYTES, Io.moved(300L, 400L)))),
                "terasort");
        assertThat(means.shuffle().origin()).isEqualTo(Origin.BY_LOGICAL_BYTES);
        assertThat(means.shuffle().io().bytesRead()).isEqualTo(200);
        assertThat(means.shuffle().io().bytesWritten()).isEqualTo(300);
        assertThat(means.shuffle().io().reads()).isNull();
        assertThat(means.shuffle().bytesPerRead()).isNull();
        assertThat(means.shuffle().busy()).isNull();
    }

    private static NodeMetrics moved(String node, long received, long sent, String... missing) {
        NodeLayout layout = new NodeLayout(
                node,
                null,
                null,
                null,
                null,
                null,
                List.of(
                        new NodeLayout.NetworkAdapter("eth0", null, null, true, null),
                        new NodeLayout.NetworkAdapter("bond0", null, null, false, List.of("eth0"))),
                null,
                null,
                null,
                null,
                null);
        NodeLoad figures = new NodeLoad(
                node,
                null,
                null,
                2,
                null,
                null,
                List.of(
                        new NodeLoad.InterfaceTraffic("eth0", received, sent),
                        new NodeLoad.InterfaceTraffic("bond0", received, sent)),
                null,
                null,
                null,
                null,
                null);
        RoleIo both = role(RoleIo.BOTH, Origin.MEASURED, readOnly(1_000, 3_000));
        return new NodeMetrics("local", List.of(figures), List.of(missing), List.of(layout), null, null)
                .with(new Proofs(List.of(both), null, null, null, null, null, null, null, null));
    }

    private static RunRecord run(int index, NodeMetrics evidence) {
        return new RunBuilder(index, "teragen").repeat(index).evidence(evidence).build();
    }

    @Test
    void bytesOfPhysicalInterfacesCountOnceAndNotWhereANodeIsMissing() {
        Findings findings = findings(
                run(1, moved("n1", 100, 10)), run(2, moved("n1", 300, 30)), run(3, moved("n1", 900, 90, "n2")));
        DeviceMeans means = means(findings, "teragen");
        assertThat(means.network()).isEqualTo(new DeviceMeans.NetworkTraffic(2, 1, 200, 20));
        assertThat(means.all().io().readsMerged()).isOne();
        assertThat(means.all().io().bytesWritten()).isEqualTo(3_000);
        assertThat(Reports.markdown(findings)).contains("## I/O of a node").contains("| all | measured | 3 |");
        assertThat(Reports.json(findings))
                .contains("\"role\": \"hdfs+shuffle\"")
                .contains("\"network_received\": 200.0")
                .contains("\"reads_merged\": 1");
    }

    @Test
    void whetherIntermediateDataLeftMemoryIsCountedByVerdict() {
        ShuffleProof stayed = ShuffleProof.of(new ShuffleObservation(1L << 30, 1L << 30, 1L << 30, null, null, null));
        Proofs proofs = new Proofs(null, null, null, null, null, stayed, null, null, null);
        Findings findings = findings(new RunBuilder(1, "terasort")
                .evidence(new NodeMetrics("local", null, null, null, null, null).with(proofs))
                .build());
        assertThat(means(findings, "terasort").intermediate()).containsOnly(Map.entry("not provable", 1));
        assertThat(Reports.markdown(findings)).contains("| not provable (1) |");
    }
}
