package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage;

/** A pair of NameNodes behind one logical name. Whichever is active, Spindle sees the same HDFS. */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
@BesideClusters
class LogicalNameIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String SERVICE = "store";
    private static final int DATA_NODES = 3;

    @TempDir
    private static java.nio.file.Path directory;

    private static MiniDFSCluster cluster;
    private static Configuration client;

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new Configuration();
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.ha.tail-edits.period", 1);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .nnTopology(MiniDFSNNTopology.simpleHATopology())
                .numDataNodes(DATA_NODES)
                .build();
        cluster.waitActive();
        cluster.transitionToActive(0);
        client = new Configuration();
        client.set("fs.defaultFS", "hdfs://" + SERVICE);
        client.set("dfs.nameservices", SERVICE);
        client.set("dfs.ha.namenodes." + SERVICE, "nn0,nn1");
        client.set(
                "dfs.client.failover.proxy.provider." + SERVICE,
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        for (int i = 0; i < 2; i++) {
            client.set("dfs.namenode.rpc-address." + SERVICE + ".nn" + i, "127.0.0.1:" + cluster.getNameNodePort(i));
            client.set(
                    "dfs.namenode.http-address." + SERVICE + ".nn" + i,
                    cluster.getHttpUri(i).substring(7));
        }
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.shutdown(true);
        }
    }

    private static void await(Await.Condition condition) throws Exception {
        assertThat(Await.within(LIMIT, condition)).isTrue();
    }

    @Test
    void theSameIsSeenWhicheverOfAPairIsActiveAndDamageOnlyOnce() throws Exception {
        try (FileSystem hdfs = FileSystem.newInstance(client)) {
            Storage storage = new HdfsStorage(hdfs);
            storage.mkdirs("/base");
            for (int i = 0; i < 5; i++) {
                try (OutputStream out = hdfs.create(new Path("/base/part-" + i), (short) DATA_NODES)) {
                    out.write(new byte[1000]);
                }
            }
            assertWhole(storage);

            cluster.transitionToStandby(0);
            cluster.transitionToActive(1);
            assertWhole(storage);

            DataNodeAddress away = storage.dataNodes().get(0);
            cluster.stopDataNode(away.transfer());
            await(() -> storage.dataNodes().stream()
                    .noneMatch(node -> node.transfer().equals(away.transfer())));
            await(() -> storage.damagedBlocks().orElseThrow().lacking() == 5);
            assertThat(NameNodeWeb.heard(client, Duration.ofSeconds(30)).orElseThrow())
                    .hasSize(2)
                    .doesNotContain(away.transfer());

            cluster.transitionToStandby(1);
            cluster.transitionToActive(0);
            await(() -> storage.damagedBlocks().orElseThrow().lacking() == 5);
        }
    }

    private static void assertWhole(Storage storage) throws Exception {
        await(() -> storage.dataNodes().size() == DATA_NODES);
        await(() -> storage.damagedBlocks().orElseThrow().lacking() == 0);
        assertThat(storage.dataFiles("/base"))
                .hasSize(5)
                .allMatch(file -> file.leastReplicas() == DATA_NODES && file.length() == 1000);
        assertThat(NameNodeWeb.heard(client, Duration.ofSeconds(30)).orElseThrow())
                .hasSize(DATA_NODES);
        assertThat(storage.pendingDeletions()).hasValue(0);
        assertThat(storage.delete("/base/none")).isFalse();
    }
}
