package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.LoopDevice;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.jobs.JobCatalog;

/**
 * Runs every job of the catalog on a cluster of separate daemons, as the full suite does. It takes long, so only the
 * profile {@code long} runs it.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class RealClusterFullIT {
    @Test
    void everyJobOfTheFullSuiteIsValid(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "full");
        ClientRun client = campaign.client(
                        "--suite", "full", "--repeats", "1", "--bytes-per-node", "64MB", "--slots", "4")
                .timeout(Duration.ofMinutes(40))
                .run();

        List<RunRecord> records = campaign.records();
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(records).allSatisfy(run -> assertThat(run.status())
                .as(run.identity().run() + " " + run.reasons())
                .isEqualTo(Status.OK));
        Set<String> jobs = records.stream().map(run -> run.subject().job()).collect(Collectors.toSet());
        Set<String> all = new HashSet<>(JobCatalog.names());
        all.removeAll(List.of("scaled", "sleep"));
        assertThat(jobs).isEqualTo(all);
        JsonNode planned = new ObjectMapper()
                .readTree(campaign.directory().resolve("plan.json").toFile())
                .at("/visits/0/runs");
        assertThat(records).hasSize(planned.size());
        for (RunRecord run : records) {
            boolean snappy = run.subject().settings().get("compression").equals("snappy");
            // A record leaves out values that are Hadoop's defaults, as is the one for no compression.
            Map<String, String> inForce = new HashMap<>(Compression.NONE.configuration());
            inForce.putAll(run.configuration());
            assertThat(inForce).containsAllEntriesOf((snappy ? Compression.SNAPPY : Compression.NONE).configuration());
        }
        System.out.println(client.out());
    }

    /**
     * Cooling and proving cost less than the half of the jobs' durations. What makes inputs is not counted, nor is what
     * is left of the sleep of ApplicationMasters, since the jobs take some ten seconds each.
     */
    @Test
    void aColdCampaignTakesLittleMoreTimeThanItsJobs(ProcessCluster cluster) throws Exception {
        assumeTrue(LoopDevice.isPossible(), "caches are dropped as root");
        RealCampaign campaign = new RealCampaign(cluster, "cold");
        long begun = System.nanoTime();
        ClientRun client = campaign.client(
                        "--suite",
                        "quick",
                        "--cold",
                        "local",
                        "--repeats",
                        "2",
                        "--slots",
                        "4",
                        "-Dspindle.am.tail.end=true")
                .timeout(Duration.ofMinutes(30))
                .run();
        double wall = (System.nanoTime() - begun) / 1e9;

        List<RunRecord> records = campaign.records();
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(records).extracting(run -> run.times().amWait()).allMatch(seconds -> seconds < 2);
        double jobs = sum(records, run -> run.times().elapsed());
        double inputs = sum(records, run -> run.steps().prepare());
        double cooling = sum(records, run -> run.steps().cool());
        System.out.printf(
                "%d runs: %.0f s, of these inputs %.0f s, jobs %.0f s; %.2f times the jobs; a run cooled for %.2f s and"
                        + " waited %.2f s for the ApplicationMasters before it%n",
                records.size(),
                wall,
                inputs,
                jobs,
                (wall - inputs) / jobs,
                cooling / records.size(),
                sum(records, run -> run.times().amWait()) / records.size());
        assertThat((wall - inputs) / jobs).isLessThan(1.5);
    }

    private static double sum(List<RunRecord> records, Function<RunRecord, Double> seconds) {
        return records.stream()
                .map(seconds)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
