package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.Steady;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

class ThroughputFindingTest {
    private static final double MB = 1e6;
    private static final double EXACT = 1e-9;

    private static Throughput moved(double steady, double overStreams) {
        return new Throughput(
                1L,
                overStreams / 2,
                overStreams,
                1.0,
                4,
                4,
                steady == 0 ? null : new Steady(steady, 0.0, 1.0, 5, 1.0),
                null,
                null,
                null,
                null);
    }

    /** Returns a run of each visit to a setup. */
    private static List<RunRecord> runs(String setup, int first, double... rates) {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            runs.add(new RunBuilder(first + i, "dfsio-write")
                    .setup(setup)
                    .repeat(i + 1)
                    .visit(i + 1)
                    .moved(moved(rates[i] * MB, rates[i] * MB / 2))
                    .build());
        }
        return runs;
    }

    private static Findings findings(List<RunRecord> first, List<RunRecord> second) {
        List<RunRecord> all = new ArrayList<>(first);
        all.addAll(second);
        return Findings.of(Runs.of(all.stream()), ComparisonOptions.standard());
    }

    private static ThroughputFinding one(Findings findings, String setup, MeasuredQuantity figure) {
        return ThroughputFinding.of(findings).stream()
                .filter(one -> one.cell().subject().setup().equals(setup) && one.figure() == figure)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSetupOfMoreBytesASecondHasARatioAboveOne() {
        Findings findings = findings(runs("hdd", 1, 100, 110, 90), runs("ssd", 11, 400, 420, 380));
        ThroughputFinding ssd = one(findings, "ssd", MeasuredQuantity.DFSIOE_AVERAGE);
        assertThat(ssd.observations().mean()).isEqualTo(400 * MB);
        // Student's t for 2 degrees of freedom is 4.3027.
        assertThat(ssd.interval().orElseThrow().low())
                .isEqualTo(400 * MB - 4.302652729749462 * 20 * MB / Math.sqrt(3), within(1.0));
        assertThat(ssd.baseline()).isEqualTo("hdd");
        assertThat(ssd.ratio().ratio()).isEqualTo(4, within(EXACT));
        assertThat(ssd.ratio().interval().orElseThrow().contains(4)).isTrue();
        assertThat(ssd.ratio().interval().orElseThrow().low()).isGreaterThan(1);
        ThroughputFinding hdd = one(findings, "hdd", MeasuredQuantity.OVER_STREAMS);
        assertThat(hdd.observations().mean()).isEqualTo(50 * MB);
        assertThat(hdd.baseline()).isNull();
        assertThat(hdd.ratio()).isNull();
    }

    @Test
    void aSingleVisitHasNeitherAnIntervalNorARatioThatIsSure() {
        ThroughputFinding ssd = one(
                findings(runs("hdd", 1, 100, 110, 90), runs("ssd", 11, 400)), "ssd", MeasuredQuantity.OVER_EXECUTION);
        assertThat(ssd.interval()).isEmpty();
        assertThat(ssd.ratio().basis()).isEqualTo(IntervalBasis.CONFOUNDED_WITH_TIME);
    }

    @Test
    void aRateIsNotBelowNothing() {
        ThroughputFinding hdd =
                one(findings(runs("hdd", 1, 1, 100), runs("ssd", 11, 1, 1)), "hdd", MeasuredQuantity.DFSIOE_AVERAGE);
        assertThat(hdd.interval().orElseThrow().low()).isZero();
    }

    @Test
    void aFigureThatARunLacksIsLeftOut() {
        List<RunRecord> runs = List.of(
                new RunBuilder(1, "dfsio-read").moved(moved(MB, MB)).build(),
                new RunBuilder(2, "dfsio-read").repeat(2).moved(moved(0, MB)).build());
        assertThat(ThroughputFinding.of(findings(runs, List.of())))
                .extracting(ThroughputFinding::figure)
                .containsExactly(MeasuredQuantity.OVER_STREAMS, MeasuredQuantity.OVER_EXECUTION);
        assertThat(ThroughputFinding.of(findings(List.of(new RunBuilder(1, "terasort").build()), List.of())))
                .isEmpty();
    }

    /** Publications print DFSIOE's MB, which are MiB. */
    @Test
    void aPrintedThroughputStandsBesideTheMeasuredOneOfTheSameKindAndUnit() {
        List<RunRecord> runs = new ArrayList<>(runs("hdd", 1, 104.8576, 115.34336, 94.37184));
        runs.add(new RunBuilder(21, "testdfsio-read")
                .setup("hdd")
                .visit(1)
                .moved(new Throughput(1L, 200 * 1048576.0, null, null, 2, null, null, null, null, null, null))
                .build());
        PublishedNumbers printed = new PublishedNumbers(
                "mine",
                "Somebody",
                "2014",
                List.of(
                        new Printed("Table 4", "dfsio-write", "hdd", "throughput", 218.36),
                        new Printed("Table 4", "testdfsio-read", "hdd", "throughput", 722.56),
                        new Printed("Table 4", "dfsio-read", "hdd", "throughput", 1)));
        Findings findings = Findings.of(
                Runs.of(runs.stream()),
                ComparisonOptions.standard()
                        .with(new Study("", List.of(), List.of(), Set.of(), List.of(printed), Looks.ONLY)));

        assertThat(Reports.markdown(findings))
                .contains("| Table 4 | dfsio-write | hdd | throughput \\[MiB/s\\] | 218.4 | 100, DFSIOE average |")
                .contains("| Table 4 | testdfsio-read | hdd | throughput \\[MiB/s\\] | 722.6 | 200, over execution |")
                .contains("| Table 4 | dfsio-read | hdd | throughput \\[MiB/s\\] | 1 | - |");
        assertThat(Reports.json(findings)).contains("\"throughput\": \"over execution\"");
    }

    @Test
    void reportsHaveTheFiguresUnderTheirNames() {
        Findings findings = findings(runs("hdd", 1, 100, 110, 90), runs("ssd", 11, 400, 420, 380));
        assertThat(Reports.markdown(findings))
                .contains("## Throughput by setup")
                .contains("| DFSIOE average | 3 | 400.0 | 350.3 to 449.7 | hdd | 4.00 |");
        assertThat(Reports.json(findings))
                .contains("\"throughput\": \"DFSIOE average\"")
                .contains("\"unit\": \"bytes/s\"")
                .contains("\"ratio\": 4.0");
    }
}
