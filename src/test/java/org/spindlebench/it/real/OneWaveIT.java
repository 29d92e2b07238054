package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests one wave on a scheduler that counts vcores, which allow fewer containers than memory does. Only the scheduler's
 * own file says so. Runs 8 MapReduce jobs with the profile {@code long}: two task checks, five runs and an input.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class OneWaveIT {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Duration LONG_TASK = Duration.ofSeconds(10);

    @TempDir
    private static Path directory;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startACluster() throws Exception {
        ClusterOptions options = ClusterOptions.defaults()
                .withWorkers(1)
                .withNodeMemoryMb(4608)
                .withNodeManagerSetting(0, "yarn.nodemanager.resource.cpu-vcores", "4")
                .withSchedulerSetting(
                        "yarn.scheduler.capacity.resource-calculator",
                        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
        cluster = ProcessCluster.start(ProcessCluster.projectRoot().resolve("bench-it/target/cluster"), options);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static String suite(String jobs, String bytesPerNode, int repeats) throws IOException {
        return Files.writeString(directory.resolve(jobs.length() + ".yaml"), """
                name: waves
                bytes_per_node: BYTES
                repeats: REPEATS
                configuration:
                  mapreduce.map.memory.mb: 768
                  mapreduce.reduce.memory.mb: 768
                runs:
                  - jobs: [JOBS]
                """.replace("BYTES", bytesPerNode)
                        .replace("REPEATS", String.valueOf(repeats))
                        .replace("JOBS", jobs))
                .toString();
    }

    @Test
    void slotsArePeaksInEveryJobOfOneWave() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "waves");
        ClientRun client = campaign.client("--suite", suite("sleep, teragen, shuffle, terasort", "800MB", 1), "--yes")
                .timeout(LIMIT)
                .run();

        // 4.5 GiB are enough for 5 containers of 768 MiB and an ApplicationMaster of 512 MiB; 4 vcores are enough
        // for only 3 of these containers and the ApplicationMaster.
        assertThat(client.err()).as(client::tails).containsPattern("(?m)^  sleep +3 +\\(5, 3; dominant\\)$");
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(campaign.records()).hasSize(4).allSatisfy(run -> {
            System.out.println(figures(run));
            assertThat(run.status()).as(run.reasons()::toString).isEqualTo(Status.OK);
            assertThat(run.wave().slots()).isEqualTo(3);
            assertThat(run.wave().rule()).isEqualTo("dominant");
        });
        assertThat(campaign.records())
                .filteredOn(run -> shortest(run, kind(run)).compareTo(LONG_TASK) >= 0)
                .as("runs of long tasks")
                .isNotEmpty()
                .allSatisfy(run -> {
                    assertThat(run.wave().oneWave()).isTrue();
                    assertThat(peak(run)).isEqualTo(run.wave().slots());
                });
    }

    @Test
    void moreSlotsThanYarnGrantsEndTheCampaignAfterOneRun() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "many");
        ClientRun client = campaign.client("--suite", suite("sleep", "1MB", 3), "--slots", "6")
                .timeout(LIMIT)
                .run();

        assertThat(client.exitCode()).as(client::tails).isEqualTo(1);
        assertThat(campaign.records()).singleElement().satisfies(run -> {
            System.out.println(figures(run) + " " + run.reasons());
            assertThat(run.status()).isEqualTo(Status.INVALID);
            assertThat(run.wave().peakMaps()).isEqualTo(3);
            assertThat(run.wave().oneWave()).isFalse();
        });
        assertThat(client.err())
                .containsPattern(
                        "Stopped after 001-sleep\\S*, because all further runs would end like it: 3 map\\(s\\) ran for"
                                + " \\d+\\.\\d s while 3 waited: YARN grants fewer containers than the 6 slots of the plan")
                .contains("`check --calibrate`", "--slots 3")
                .doesNotContain("\tat ");
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }

    private static String figures(RunRecord run) {
        return run.subject().job() + ": slots " + run.wave().slots() + ", maps "
                + run.wave().maps() + ", peak "
                + run.wave().peakMaps() + ", reduces " + run.wave().reduces() + ", peak "
                + run.wave().peakReduces() + ", one wave " + run.wave().oneWave() + ", shortest of the wave "
                + shortest(run, kind(run)).toMillis() + " ms";
    }

    private static String kind(RunRecord run) {
        return List.of("shuffle", "terasort").contains(run.subject().job()) ? "reduce" : "map";
    }

    private static int peak(RunRecord run) {
        return kind(run).equals("map") ? run.wave().peakMaps() : run.wave().peakReduces();
    }

    private static Duration shortest(RunRecord run, String kind) {
        return run.tasks().stream()
                .filter(task -> task.kind().equals(kind))
                .map(OneWaveIT::took)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Duration took(TaskTimes task) {
        return Duration.between(task.started(), task.finished());
    }
}
