package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientCommand;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests a setup that commands apply: they give a NodeManager another local directory and restart it. Runs 6 MapReduce
 * jobs: 2 runs and 4 task checks.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class CommandSetupIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    /** Takes two arguments: the cluster's directory, and the NodeManager's new local directory. */
    private static final String SWITCH = """
            set -e
            conf=$1/daemon-conf/nodemanager-0
            pid=$(pgrep -f "$conf:.*NodeManager")
            tr '\\0' '\\n' < /proc/$pid/cmdline | grep -v 'cluster.Watched$' > $1/nodemanager.words
            kill -9 $pid
            while kill -0 $pid 2> /dev/null && ! grep -q '^State:.*Z' /proc/$pid/status; do sleep 0.1; done
            sed -i "s|$1/data/nodemanager-0[a-z-]*<|$2<|" $conf/yarn-site.xml $conf/mapred-site.xml
            mapfile -t words < $1/nodemanager.words
            HADOOP_USER_NAME=yarn HADOOP_CONF_DIR=$conf setsid nohup "${words[@]}" >> $1/logs/nodemanager-0.log 2>&1 &
            """;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withWorkers(1));
        write("switch.sh", SWITCH);
        write("one-write.yaml", """
                name: one-write
                bytes_per_node: 1MB
                runs:
                  - jobs: [hdfs-write]
                """);
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aChangeThatIsWithheldOrALieIsRefusedAndOneThatIsMadeIsUndone() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "changed");
        Path setup = setup("flash", switchTo("nodemanager-0-new"), "test -d " + local("nodemanager-0-new"));
        ClientRun withheld = client(campaign, "run", setup).run();
        assertThat(withheld.exitCode()).as(withheld::tails).isEqualTo(2);
        assertThat(withheld.err()).contains("add --allow-disruptive");
        assertThat(Files.exists(campaign.out())).isFalse();

        RealCampaign lied = new RealCampaign(cluster, "lied");
        ClientRun lie = client(lied, "run", setup("liar", "echo done", "true"), "--allow-disruptive")
                .run();
        assertThat(lie.exitCode()).as(lie::tails).isNotZero();
        assertThat(lie.err()).contains("error: setup liar: ").contains("nodemanager-0-new");
        assertThat(lie.err()).contains("Setup liar: the cluster is as it was.");
        assertThat(lied.recordFiles()).isEmpty();

        ClientRun run = client(campaign, "run", setup, "--allow-disruptive").run();
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertMeasured(campaign);
        assertRestored(campaign);
    }

    @Test
    void whatAKilledClientLeftIsRefusedAndThenMadeUpFor() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "killed");
        Path setup = setup("flash", switchTo("nodemanager-0-new"), "sleep 60");
        ClientRun killed = client(campaign, "run", setup, "--allow-disruptive").start();
        assertThat(Await.within(LIMIT, () -> {
                    return Files.isDirectory(campaign.out())
                            && Files.exists(campaign.directory().resolve("verify-1.log"));
                }))
                .as(killed::tails)
                .isTrue();
        killed.kill();

        ClientRun check = client(campaign, "check", setup).run();
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err())
                .contains("--out: the campaign " + campaign.id() + " changed the cluster and did not change it back")
                .contains("add --restore");
        Path kept = campaign.directory().resolve("setup.yaml");
        Files.writeString(kept, Files.readString(kept).replace("sleep 60", "true"));
        endHooks();

        ClientRun resumed =
                client(campaign, "run", kept, "--allow-disruptive", "--resume").run();
        assertThat(resumed.exitCode()).as(resumed::tails).isZero();
        assertThat(resumed.err().indexOf("Setup flash: the cluster is as it was."))
                .as("first of all")
                .isBetween(0, resumed.err().indexOf("Setup flash: applying"));
        assertMeasured(campaign);
        assertRestored(campaign);
    }

    @Test
    void aClientThatIsToldToEndEndsItsCommandAndUndoesIt() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "ended");
        Path setup = setup("flash", "sleep 300", "true");
        ClientRun client = client(campaign, "run", setup, "--allow-disruptive").start();
        assertThat(Await.within(LIMIT, () -> client.err().contains("Setup flash: applying")))
                .as(client::tails)
                .isTrue();
        client.process().destroy();
        assertThat(client.waitFor()).as(client::tails).isNotZero();
        assertThat(client.err())
                .contains("Setup flash: restoring")
                .contains("Setup flash: the cluster is as it was.")
                .contains("Interrupted. Resume with: ", " --resume " + campaign.id());
        assertThat(campaign.recordFiles()).isEmpty();
        assertRestored(campaign);
    }

    /** Ends the command of the killed client, which goes on without it. */
    private static void endHooks() {
        ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 2 && words[1].endsWith("\nsleep 60"))
                        .orElse(false))
                .forEach(hook -> {
                    hook.descendants().forEach(ProcessHandle::destroyForcibly);
                    hook.destroyForcibly();
                    hook.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
                });
    }

    @Test
    void anExperimentChangesTheClusterForEachVisitAndBackAfterIt() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "switched");
        for (String name : List.of("new", "newer")) {
            String shuffle = "nodemanager-0-" + name;
            setup(name, shuffle, switchTo(shuffle), "test -d " + local(shuffle));
        }
        Path experiment = write("switched.yaml", """
                name: switched
                suite: one-write.yaml
                setups: [new.yaml, newer.yaml]
                visits: 2
                """);

        ClientRun run = campaign.client("run", "--experiment", experiment.toString(), "--allow-disruptive", "--yes")
                .timeout(Duration.ofMinutes(10))
                .run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(4).allSatisfy(one -> {
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(shuffleDirectories(one))
                    .containsExactly(local("nodemanager-0-" + one.subject().setup()));
        });
        List<String> order = records.stream().map(one -> one.subject().setup()).toList();
        assertThat(order)
                .as("a block, and its reverse")
                .isEqualTo(List.of(order.get(0), order.get(1), order.get(1), order.get(0)));
        assertThat(run.out()).contains("newer against new (", "  2/2, 2/2  ");
        assertThat(campaign.directory().resolve("restore-due.json")).doesNotExist();
        assertThat(cluster.directory().resolve("daemon-conf/nodemanager-0/yarn-site.xml"))
                .content()
                .contains(local("nodemanager-0") + "<");
    }

    private static List<String> shuffleDirectories(RunRecord one) {
        return one.evidence().layout().stream()
                .flatMap(node -> node.directories().stream())
                .filter(directory -> directory.role().equals("shuffle"))
                .map(directory -> directory.path())
                .toList();
    }

    private static void assertMeasured(RealCampaign campaign) throws IOException {
        List<RunRecord> records = campaign.records();
        assertThat(records).singleElement().satisfies(one -> {
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(shuffleDirectories(one)).containsExactly(local("nodemanager-0-new"));
        });
    }

    private static void assertRestored(RealCampaign campaign) throws IOException {
        assertThat(campaign.directory().resolve("restore-due.json")).doesNotExist();
        assertThat(campaign.directory().resolve("restore-1.log")).exists();
        assertThat(cluster.directory().resolve("daemon-conf/nodemanager-0/yarn-site.xml"))
                .content()
                .contains(local("nodemanager-0") + "<")
                .doesNotContain("nodemanager-0-new");
    }

    private static ClientCommand client(RealCampaign campaign, String command, Path setup, String... more)
            throws IOException {
        ClientCommand client = campaign.client(command, "--setup", setup.toString(), "--yes");
        if (!List.of(more).contains("--resume")) {
            client.arguments(
                    "--suite", cluster.directory().resolve("one-write.yaml").toString());
        }
        return client.arguments(more).timeout(LIMIT);
    }

    private static String local(String name) {
        return cluster.directory().resolve("data").resolve(name).toString();
    }

    private static String switchTo(String name) {
        return "bash " + cluster.directory().resolve("switch.sh") + " " + cluster.directory() + " " + local(name);
    }

    private static Path setup(String name, String apply, String verify) throws IOException {
        return setup(name, "nodemanager-0-new", apply, verify);
    }

    /** @param shuffle the NodeManager's local directory under this setup */
    private static Path setup(String name, String shuffle, String apply, String verify) throws IOException {
        return write(name + ".yaml", """
                name: %s
                devices:
                  disk: {kind: hdd, count: 1, hdfs_directories: [%s], shuffle_directories: [%s]}
                hdfs: disk
                shuffle: disk
                way:
                  kind: command
                  apply: %s
                  verify: %s
                  restore: %s
                  healthy_limit: 2m
                """.formatted(
                        name, local("datanode-0"), local(shuffle), apply, verify, switchTo("nodemanager-0")));
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(cluster.directory().resolve(name), text);
    }
}
