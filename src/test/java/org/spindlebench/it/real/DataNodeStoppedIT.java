package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientCommand;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Damaged runs on three workers. Spindle stops the DataNode of one by commands. The first client is killed meanwhile.
 * Runs 5 MapReduce jobs at most with the profile {@code long}: 2 inputs, a sound run and 2 damaged ones.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class DataNodeStoppedIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Takes the cluster's directory, `stop` or `start`, and the DataNode's host. */
    private static final String DATANODE = """
            set -e
            name=datanode-$((${3##*.} - 2))
            conf=$1/daemon-conf/$name
            if [ $2 = stop ]; then
                pid=$(pgrep -f "$conf:.*DataNode")
                tr '\\0' '\\n' < /proc/$pid/cmdline | grep -v 'cluster.Watched$' > $1/$name.words
                kill -9 $pid
            else
                ! pgrep -f "$conf:.*DataNode" > /dev/null || exit 0
                mapfile -t words < $1/$name.words
                HADOOP_USER_NAME=hdfs HADOOP_CONF_DIR=$conf setsid nohup "${words[@]}" >> $1/logs/$name.log 2>&1 &
            fi
            """;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withWorkers(3).withNodeMemoryMb(3072));
        Files.writeString(cluster.directory().resolve("datanode.sh"), DATANODE);
        // HDFS rebuilds some four blocks a second here.
        Files.writeString(cluster.directory().resolve("reads.yaml"), """
                name: reads
                bytes_per_node: 96MB
                repeats: 1
                settings: {replication: 2}
                configuration: {dfs.blocksize: 1048576}
                runs:
                  - jobs: [dfsio-read]
                """);
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static String command(String what) {
        Path script = cluster.directory().resolve("datanode.sh");
        return "bash " + script + " " + cluster.directory() + " " + what + " ${host}";
    }

    private static ClientCommand client(RealCampaign campaign, String... more) throws Exception {
        return campaign.client("run", "--allow-disruptive", "--yes", "--probe", "off", "--timeout", "4m")
                .arguments("--stop-datanode", command("stop"), "--start-datanode", command("start"))
                .arguments(more)
                .timeout(LIMIT);
    }

    @Test
    void aDamagedRunIsMeasuredApartAndItsDataNodeStartedAgainAlsoAfterTheClientIsKilled() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "stopped");
        String suite = cluster.directory().resolve("reads.yaml").toString();
        ClientRun killed = client(campaign, "--suite", suite, "--with", "datanode-stopped", "--slots", "3")
                .start();
        assertThat(Await.within(LIMIT, () -> cluster.rest().liveDataNodes() == 2))
                .as(killed::tails)
                .isTrue();
        killed.kill();

        Path due = campaign.directory().resolve("start-due.json");
        assertThat(due).exists();
        ClientRun refused = campaign.client("run", "--suite", suite, "--yes").run();
        assertThat(refused.exitCode()).as(refused::tails).isEqualTo(2);
        assertThat(refused.err())
                .contains(
                        "changed the cluster and did not change it back", "the DataNode on 127.0.0.", "add --restore");

        ClientRun resumed = client(campaign, "--resume").run();
        assertThat(resumed.exitCode()).as(resumed::tails).isZero();
        assertThat(resumed.err()).contains("The DataNode on 127.0.0.", ": the cluster is as it was.");
        assertThat(cluster.rest().liveDataNodes()).isEqualTo(3);
        assertThat(due).doesNotExist();
        assertMeasuredApart(campaign.records());
        assertThat(resumed.out()).contains("damage=datanode-stopped");
    }

    private static void assertMeasuredApart(List<RunRecord> records) {
        records.forEach(run -> System.out.println(run.identity().run() + " " + run.status() + " "
                + run.times().elapsed() + " s " + run.rebuild() + " " + run.reasons()));
        assertThat(records).hasSize(2).allSatisfy(run -> assertThat(run.status())
                .as(run.reasons().toString())
                .isEqualTo(Status.OK));
        Findings findings = Findings.of(Runs.of(records.stream()), ComparisonOptions.standard());
        assertThat(findings.cells()).hasSize(2);
        assertThat(findings.rebuilds()).singleElement().satisfies(one -> {
            assertThat(one.sound().runs()).hasSize(1);
            assertThat(one.damaged().runs()).hasSize(1);
            assertThat(one.slowDown().ratio()).isPositive();
            assertThat(one.damaged().rebuild().recovery().observations().mean()).isBetween(5.0, 200.0);
            assertThat(one.damaged().rebuild().detection()).isBetween(10.0, 60.0);
            assertThat(one.damaged().rebuild().blocks()).isGreaterThan(50);
            assertThat(one.damaged().rebuild().overlap()).isBetween(0.0, 1.0).isNotZero();
        });
    }
}
