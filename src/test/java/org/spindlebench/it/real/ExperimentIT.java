package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;

/** Resumes a small experiment: 2 MapReduce jobs. */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class ExperimentIT {
    @Test
    void everySetupIsVisitedAndVerified() throws Exception {
        try (ProcessCluster cluster = TwinSetups.cluster()) {
            visit(cluster);
        }
    }

    private static void visit(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "twins");
        String name = new TwinSetups(campaign).save("visits: 1\n", index -> 500);
        Path directory = campaign.out().resolve(name);
        // Spindle does not apply an as-is setup, so the user must correct a setup that is not in force.
        Path second = directory.resolve("setups/second/setup.yaml");
        String meant = Files.readString(second);
        Files.writeString(second, meant.replace("datanode-0", "elsewhere"));

        ClientRun waiting = campaign.client("run", "--resume", name).run();
        Files.writeString(second, meant);
        ClientRun run = campaign.client("run", "--resume", name).run();

        assertThat(waiting.exitCode()).as(waiting::tails).isEqualTo(1);
        assertThat(waiting.err())
                .contains("no more runs under setup second", "elsewhere should be a directory of hdfs")
                .containsPattern("After correcting this, resume with: .* run --resume " + name);
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.out()).contains("setup confounded with time");
        assertThat(directory.resolve("report.json")).isNotEmptyFile();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(2).allSatisfy(one -> {
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(one.position().total()).isEqualTo(2);
        });
        assertThat(records).extracting(one -> one.position().visit()).containsExactly(1, 2);
        assertThat(records).extracting(one -> one.subject().setup()).containsExactlyInAnyOrder("first", "second");
        try (Stream<Path> setups = Files.list(directory.resolve("setups"))) {
            assertThat(setups).allSatisfy(setup -> assertThat(setup.resolve("environment.json"))
                    .exists());
        }
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }
}
