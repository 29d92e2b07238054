package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests a client of 1 GB of a NameNode and a ResourceManager that list 300 workers of 12 disks, of which 30 do not
 * answer. Only one worker is real. The time limits are some ten times what a calm machine takes; the tests print the
 * times. Runs 3 MapReduce jobs: a TeraGen and 2 task checks.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class LargeClusterIT {
    private static final int WORKERS = Integer.getInteger("spindle.hosts", 300);
    private static final int SILENT = WORKERS / 10;
    private static final Duration LATEST = Duration.ofMinutes(15);
    private static final List<String> MEMORY = List.of("-Xmx1g");
    private static final String[] PLAN = {
        "--suite",
        "quick",
        "--jobs",
        "teragen",
        "--repeats",
        "1",
        "--bytes-per-node",
        "100KB",
        "-D",
        "spindle.replication=1"
    };

    private static ProcessCluster cluster;
    private static ManyWorkers workers;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withWorkers(1));
        workers = ManyWorkers.register(cluster, WORKERS - 1, SILENT);
        boolean listed = Await.within(
                LATEST,
                () -> cluster.rest().runningNodeManagers() == WORKERS
                        && cluster.rest().liveDataNodes() == WORKERS);
        assertThat(listed).as("the masters list all workers").isTrue();
    }

    @AfterAll
    static void endCluster() throws Exception {
        if (workers != null) {
            workers.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void checkEndsAlthoughATenthOfTheWorkersDoNotAnswer() throws Exception {
        long begin = System.nanoTime();
        ClientRun check = cluster.client()
                .jvmFlags(MEMORY)
                .arguments("check")
                .arguments(PLAN)
                .timeout(LATEST)
                .run();
        System.out.printf(
                "check of %d workers, %d of them silent: %.1f s%n%s%n", WORKERS, SILENT, since(begin), check.tails());

        assertThat(check.exitCode()).as(check::tails).isZero();
        assertThat(check.out()).contains("Nothing prevents the plan from running.");
        workers.requireHeartbeats();
    }

    @Test
    void theProbeNamesTheHostsThatItLacksAndTheRunIsValid() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "large");
        long begin = System.nanoTime();
        ClientRun run = campaign.client(PLAN)
                .arguments("--probe", "yarn", "--yes")
                .jvmFlags(MEMORY)
                .timeout(LATEST)
                .start();
        String lacks = "no probe yet on " + (WORKERS - 1) + " of " + WORKERS + " hosts: ";
        boolean named = Await.within(
                LATEST, () -> run.err().contains(lacks) || !run.process().isAlive());
        System.out.printf("the probe named the hosts that it lacks %.1f s after the client began%n", since(begin));
        run.waitFor();
        System.out.printf("run of %d workers: %.1f s%n%s%n", WORKERS, since(begin), run.tails());

        assertThat(named).isTrue();
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.err()).contains(lacks, "warning: no probe on " + ManyWorkers.host(0));
        assertThat(campaign.records()).singleElement().satisfies(one -> {
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(one.evidence().missing()).hasSize(WORKERS - 1).contains(ManyWorkers.host(0));
        });
        workers.requireHeartbeats();
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
