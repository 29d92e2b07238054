package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.Interval;

/** Tests a job that takes 20 s on hdd and 10 s on ssd, and 1.5 and 1.2 times that while HDFS rebuilds blocks. */
class RebuildFindingTest {
    private static final double[] NOISE = {0.99, 1.0, 1.01, 1.0};

    private final List<RunRecord> records = new ArrayList<>();

    private RunBuilder run(String setup, int visit, double seconds) {
        return new RunBuilder(records.size() + 1, "terasort")
                .setup(setup)
                .visit(visit)
                .block((visit + 1) / 2)
                .repeat(visit)
                .after(1000L * visit + records.size())
                .elapsed(seconds);
    }

    /** Adds four visits of a setup, each with a sound and a damaged run. */
    private void visits(String setup, int first, double seconds, double slowDown, double recovery) {
        for (int i = 0; i < NOISE.length; i++) {
            int visit = first + 2 * i;
            // A drift of the cluster lengthens both runs of a visit alike.
            double drift = 1 + 0.1 * i;
            records.add(run(setup, visit, seconds * drift * NOISE[i]).build());
            records.add(run(setup, visit, seconds * drift * slowDown * NOISE[(i + 1) % NOISE.length])
                    .damaged(recovery * NOISE[i])
                    .build());
        }
    }

    private Findings findings() {
        return Findings.of(
                Runs.of(records.stream()), ComparisonOptions.standard().against("hdd"));
    }

    private Findings both() {
        visits("hdd", 1, 20, 1.5, 60);
        visits("ssd", 2, 10, 1.2, 30);
        return findings();
    }

    @Test
    void aPlantedSlowDownIsFoundOnEachSetupAlthoughTheClusterDrifts() {
        List<RebuildFinding> rebuilds = both().rebuilds();

        assertThat(rebuilds).extracting(one -> one.damaged().subject().setup()).containsExactly("hdd", "ssd");
        assertSlowDown(rebuilds.get(0), 1.5);
        assertSlowDown(rebuilds.get(1), 1.2);
    }

    private static void assertSlowDown(RebuildFinding one, double planted) {
        assertThat(one.slowDown().ratio()).isCloseTo(planted, within(0.03));
        Interval interval = one.slowDown().interval().orElseThrow();
        assertThat(interval.low()).isBetween(1.0, planted);
        assertThat(interval.high()).isBetween(planted, planted + 0.2);
        assertThat(one.paired().ratio()).isCloseTo(planted, within(0.03));
    }

    @Test
    void recoveryHasAMeanWithAnIntervalAndARatioToTheBaselines() {
        List<RebuildFinding> rebuilds = both().rebuilds();

        RebuildFinding hdd = rebuilds.get(0);
        assertThat(hdd.damaged().rebuild().recovery().observations().mean()).isCloseTo(60, within(1e-9));
        assertThat(hdd.recoveryInterval(0.95).low()).isBetween(58.0, 60.0);
        assertThat(hdd.recoveryInterval(0.95).high()).isBetween(60.0, 62.0);
        assertThat(hdd.recoveryRatio()).isNull();
        assertThat(rebuilds.get(1).recoveryRatio().ratio()).isCloseTo(2, within(1e-9));
    }

    @Test
    void theRunsOfACampaignOfOneSetupHaveIntervalsToo() {
        for (double noise : NOISE) {
            records.add(run("hdd", 1, 20 * noise).build());
            records.add(run("hdd", 1, 30 * noise).damaged(60 * noise).build());
        }

        RebuildFinding one = findings().rebuilds().get(0);
        assertThat(one.recoveryInterval(0.95).low()).isBetween(58.0, 60.0);
        assertThat(one.slowDown().interval().orElseThrow().low()).isBetween(1.4, 1.5);
    }

    @Test
    void aSoundComparisonHasNoDamagedRun() {
        Findings findings = both();
        List<RunRecord> all = List.copyOf(records);
        records.removeIf(run -> run.rebuild() != null);
        Findings without = findings();

        assertThat(findings.comparisons()).singleElement().satisfies(one -> {
            assertThat(one.baseline().isDamaged() || one.contender().isDamaged())
                    .isFalse();
            assertThat(one.speedUp())
                    .isEqualTo(without.comparisons().findFirst().orElseThrow().speedUp());
        });
        assertThat(findings.suites()).hasSameSizeAs(without.suites());
        assertThat(findings.drifts()).hasSameSizeAs(without.drifts());
        assertThat(findings.claims()).isEqualTo(without.claims());
        assertThat(findings.variation()).isEqualTo(without.variation());
        assertThat(all).hasSize(16);
    }

    @Test
    void aRecordThatHidesItsDamageIsInACellOfItsOwn() {
        records.add(run("hdd", 1, 20).build());
        RunRecord honest = run("hdd", 3, 30).damaged(60.0).build();
        String text = JsonDocument.text(honest).replaceFirst(",\\s*\"damage\": \"datanode-stopped\"", "");
        assertThat(text).isNotEqualTo(JsonDocument.text(honest));
        records.add(JsonDocument.parse(text, RunRecord.class, RunRecord.SCHEMA, new Origin("record", 1)));

        assertThat(findings().cells()).extracting(CellSummary::isDamaged).containsExactlyInAnyOrder(false, true);
    }

    @Test
    void damagedRunsAloneHaveARecoveryAndNoSlowDown() {
        records.add(run("hdd", 1, 30).damaged(60.0).build());

        assertThat(findings().rebuilds()).singleElement().satisfies(one -> {
            assertThat(one.sound()).isNull();
            assertThat(one.slowDown()).isNull();
            assertThat(one.recoveryInterval(0.95)).isNull();
        });
        assertThat(Reports.text(findings()))
                .contains("no sound runs to compare with; HDFS recovers in 60.0 s (n 0, 1)");
    }

    @Test
    void textMarkdownAndJsonHaveASectionOfTheirOwn() {
        Findings findings = both();

        assertThat(Reports.text(findings))
                .contains("terasort on hdd (", " while HDFS rebuilds a lost DataNode's blocks: slow-down 1.5")
                .contains("] (80 % of the job was during the rebuild); HDFS recovers in 60.0 [");
        assertThat(Reports.markdown(findings)).contains("## While HDFS rebuilds a lost DataNode's blocks");
        assertThat(Reports.json(findings)).contains("\"rebuilds\": [", "\"slowdown_low\": ", "\"recovery_high\": ");
    }

    @Test
    void theJobBeginsWithItsFirstTask() {
        Instant launched = Instant.parse("2026-03-01T10:00:00Z");
        TaskTimes later = task(launched.plusSeconds(3));

        assertThat(Rebuild.firstTask(List.of(later, task(launched.plusSeconds(2)), task(null)), launched))
                .isEqualTo(launched.plusSeconds(2));
        assertThat(Rebuild.firstTask(List.of(task(null)), launched)).isEqualTo(launched);
        assertThat(Rebuild.firstTask(List.of(), null)).isNull();
    }

    private static TaskTimes task(Instant started) {
        return new TaskTimes("attempt_1_0001_m_000000_0", "map", "a", "SUCCEEDED", started, null, null, null);
    }

    @Test
    void damagedRunsAreNeverTakenForSoundOnes() {
        assertThatThrownBy(() -> ComparisonOptions.standard().across(Rebuild.SETTING))
                .hasMessageContaining("never compared with sound ones");
    }

    @Test
    void theOverlapIsThePartOfTheJobBeforeAllBlocksWereRebuilt() {
        Instant dead = Instant.parse("2026-03-01T10:00:00Z");
        Instant recovered = dead.plusSeconds(60);

        assertThat(Rebuild.overlap(dead.plusSeconds(20), dead.plusSeconds(120), dead, recovered))
                .isEqualTo(0.4);
        assertThat(Rebuild.overlap(dead.plusSeconds(20), dead.plusSeconds(50), dead, recovered))
                .isEqualTo(1);
        assertThat(Rebuild.overlap(dead.plusSeconds(70), dead.plusSeconds(90), dead, recovered))
                .isZero();
        assertThat(Rebuild.overlap(dead.plusSeconds(20), dead.plusSeconds(50), dead, null))
                .isNull();
    }
}
