package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * A cluster becomes 3 % slower with every run, and two setups are the same. In a sequential order, the second setup
 * looks slower; in ABBA order, it does not. Makes 24 runs of the job that sleeps.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class DriftIT {
    private static final int VISITS = 6;
    private static final double MILLIS = 20_000;
    private static final double DRIFT = 1.03;

    @Test
    void aPlantedDriftBiasesASequentialOrderAndNotAnAbbaOne() throws Exception {
        try (ProcessCluster cluster = TwinSetups.cluster()) {
            visit(cluster);
        }
    }

    private static void visit(ProcessCluster cluster) throws Exception {
        // A cluster's first jobs are slow anyway.
        run(cluster, "warming", "order: sequential\nvisits: 1\n", 1000);
        SpeedUp sequential = speedUp(cluster, "sequential");
        SpeedUp abba = speedUp(cluster, "abba");
        System.out.println("first setup over second, both the same: sequential " + sequential + ", abba " + abba);

        // The second setup's runs come 6 runs later. The planted drift alone would give 1.03^-6 = 0.837; the part of a
        // run that does not drift dilutes it.
        assertThat(sequential.ratio()).isLessThan(0.95);
        assertThat(sequential.interval().map(Interval::high))
                .hasValueSatisfying(high -> assertThat(high).isLessThan(1));
        assertThat(abba.ratio()).isBetween(0.98, 1.02);
        assertThat(abba.interval()).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isLessThan(1);
            assertThat(interval.high()).isGreaterThan(1);
        });
    }

    private static SpeedUp speedUp(ProcessCluster cluster, String order) throws Exception {
        RealCampaign campaign =
                run(cluster, "drift-" + order, "order: " + order + "\nvisits: " + VISITS + "\n", MILLIS);
        try (Stream<RunRecord> records = Records.read(campaign.directory())) {
            return Findings.of(Runs.of(records), ComparisonOptions.standard().against("first"))
                    .comparisons()
                    .findFirst()
                    .orElseThrow()
                    .speedUp();
        }
    }

    private static RealCampaign run(ProcessCluster cluster, String name, String shape, double millis) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, name);
        String saved = new TwinSetups(campaign).save(shape, index -> Math.round(millis * Math.pow(DRIFT, index - 1)));
        ClientRun run = campaign.client("run", "--resume", saved)
                .timeout(Duration.ofMinutes(15))
                .run();
        assertThat(run.exitCode()).as(run::tails).isZero();
        return campaign;
    }
}
