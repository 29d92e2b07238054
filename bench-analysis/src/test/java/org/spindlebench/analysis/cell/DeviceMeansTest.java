package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.node.IoSum.IoFigures;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuFigures;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;

class DeviceMeansTest {
    private static final SortedMap<String, List<String>> DEVICES = new TreeMap<>();

    private static RoleFigures hdfs(long reads, long bytesRead, double busy) {
        return new RoleFigures(
                "hdfs",
                null,
                1,
                DEVICES,
                new IoFigures(reads, 0L, bytesRead, 0L, 0L, 0L, null, null, null, null, null, null, busy),
                null,
                List.of(),
                List.of(),
                null);
    }

    private static RoleFigures unknown(String role, String reason) {
        return new RoleFigures(role, null, 1, DEVICES, IoFigures.UNKNOWN, null, List.of(), List.of(), reason);
    }

    private static RunRecord run(int index, String job, int repeat, double cpu, RoleFigures... roles) {
        Proofs proofs =
                new Proofs(List.of(roles), null, new CpuFigures(1, 2L, cpu, null), null, null, null, null, null, null);
        return new RunBuilder(index, job)
                .repeat(repeat)
                .evidence(new NodeMetrics("local", null, null, null).with(proofs))
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

    @Test
    void withoutAProbeThereAreNoneAndNoTable() {
        Findings findings = findings(new RunBuilder(1, "terasort").build());
        assertThat(means(findings, "terasort")).isNull();
        assertThat(Reports.markdown(findings)).doesNotContain("## Nodes and devices");
    }
}
