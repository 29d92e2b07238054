package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;

/** A cluster whose ResourceManager recovers its applications, and takes containers back for other queues. */
@EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
class GuestFaultsIT {
    private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";
    /** Of four maps, so that the campaign has more than the share of its queue. */
    private static final String MAP_MEMORY = "2560";

    private static ProcessCluster cluster;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() throws Exception {
        Path parent = ProcessCluster.projectRoot().resolve("bench-it/target/cluster");
        cluster = ProcessCluster.start(
                parent,
                ClusterOptions.defaults()
                        .withYarnSetting("yarn.resourcemanager.recovery.enabled", "true")
                        .withYarnSetting(
                                "yarn.resourcemanager.store.class",
                                "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore")
                        .withYarnSetting("yarn.resourcemanager.fs.state-store.uri", "file://${hadoop.tmp.dir}/rm-state")
                        .withYarnSetting("yarn.resourcemanager.scheduler.monitor.enable", "true")
                        .withYarnSetting(PREEMPTION + "monitoring_interval", "500")
                        .withYarnSetting(PREEMPTION + "max_wait_before_kill", "1000")
                        .withYarnSetting(PREEMPTION + "total_preemption_per_round", "1.0")
                        .withYarnSetting(PREEMPTION + "natural_termination_factor", "1.0")
                        .withYarnSetting(PREEMPTION + "max_ignored_over_capacity", "0.0")
                        .withSchedulerSetting("yarn.scheduler.capacity.maximum-am-resource-percent", "0.3"));
    }

    @AfterAll
    static void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** The job goes on, and ends well: only the restart shows that its time is no measurement. */
    @Test
    void aResourceManagerWithRecoveryThatDiesDuringARunMakesSpindleRepeatIt() throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(cluster, directory, "recovered", 20);
        struck.away(Part.RESOURCE_MANAGER, Duration.ofSeconds(5));

        List<RunRecord> aside = struck.allValid(1);
        assertThat(aside).singleElement().satisfies(run -> assertThat(run.reasons())
                .anyMatch(reason -> reason.contains("the ResourceManager")));
    }

    /** The first run may still end well: the quota comes while its job lives. */
    @Test
    void aQuotaThatComesDuringACampaignStopsItAfterThreeFailures() throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "quota", 8);
        cluster.rest().limit(struck.campaign().base(), 1);

        ClientRun client = struck.client();
        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);
        List<RunRecord> records = struck.campaign().records();
        assertThat(records)
                .filteredOn(run -> run.status() == Status.FAILED)
                .hasSize(3)
                .allSatisfy(run -> assertThat(run.failure().causes())
                        .extracting(Cause::code)
                        .contains("hdfs-quota"));
        assertThat(records).as(client::tails).hasSizeLessThanOrEqualTo(4);
        assertThat(client.err()).contains("3 runs in a row failed with one cause", "--retry failed");
    }

    @Test
    void aRunWhoseTasksWerePreemptedIsInvalidAndCanBeMadeAgain() throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(
                cluster,
                directory,
                "preempted",
                45,
                "-D",
                "mapreduce.map.memory.mb=" + MAP_MEMORY,
                "--failed-attempts",
                "9");
        ClientRun other = new RealCampaign(cluster, "of-others")
                .client(StruckCampaign.sleeping(directory, 30, "--queue", ProcessCluster.SMALL_QUEUE))
                .timeout(StruckCampaign.LIMIT)
                .start();
        try {
            struck.strike(
                    () -> assertThat(struck.client().waitFor())
                            .as(() -> struck.client().tails() + other.tails())
                            .isEqualTo(1),
                    () -> {});
        } finally {
            other.kill();
            for (Applications.Application left : new Applications(cluster.rest()).all()) {
                if (left.live()) {
                    cluster.rest().killApplication(left.id(), ProcessCluster.USER);
                }
            }
        }
        assertThat(struck.campaign().records()).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(Status.INVALID);
            assertThat(run.reasons())
                    .anyMatch(reason -> reason.startsWith("contended: preempted attempts: expected 0, found "));
        });

        assertThat(struck.allValid(struck.resume("--retry", "invalid"), 1)).hasSize(1);
    }
}
