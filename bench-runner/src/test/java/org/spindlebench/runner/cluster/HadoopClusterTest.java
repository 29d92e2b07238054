package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.HadoopCluster.ClientRetries;
import org.spindlebench.runner.cluster.HadoopCluster.IdentityReader;

/** Tests which daemons a client asks and how often, also on clusters with two NameNodes and two ResourceManagers. */
class HadoopClusterTest {
    private static final String LIVE =
            "{\"beans\":[{\"LiveNodes\":\"{\\\"worker-1:9866\\\":{\\\"infoAddr\\\":\\\"10.0.0.1:9864\\\"}}\"}]}";

    private HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    /** Returns the address of a daemon that gives the same answer to every question. */
    private String answering(String body) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the address of a dead daemon. */
    private static String silent() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static Configuration pairOfNameNodes(UnaryOperator<String> web) {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.defaultFS", "hdfs://store");
        configuration.set("dfs.nameservices", "store");
        configuration.set("dfs.ha.namenodes.store", "nn1,nn2");
        configuration.set(
                "dfs.client.failover.proxy.provider.store",
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        for (String name : new String[] {"nn1", "nn2"}) {
            configuration.set("dfs.namenode.rpc-address.store." + name, name + ".example:8020");
            configuration.set("dfs.namenode.http-address.store." + name, web.apply(name));
        }
        return configuration;
    }

    private static Configuration pairOfResourceManagers() {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.defaultFS", "hdfs://store");
        configuration.setBoolean("yarn.resourcemanager.ha.enabled", true);
        configuration.set("yarn.resourcemanager.ha.rm-ids", "rm2, rm1");
        configuration.set("yarn.resourcemanager.hostname.rm1", "first.example");
        configuration.set("yarn.resourcemanager.address.rm2", "second.example:9032");
        return configuration;
    }

    @Test
    void ofAPairOfNameNodesTheOneThatAnswersIsAsked() throws Exception {
        String alive = answering(LIVE);
        String dead = silent();
        for (String answers : new String[] {"nn1", "nn2"}) {
            Configuration configuration = pairOfNameNodes(name -> name.equals(answers) ? alive : dead);
            assertThat(NameNodeWeb.dataNodeHosts(configuration)).as(answers).containsExactly("worker-1");
        }
        assertThat(NameNodeWeb.dataNodeHosts(pairOfNameNodes(name -> dead))).isEmpty();
    }

    @Test
    void aClusterOfTwoResourceManagersIsKnownByBothWhicheverIsActive() throws Exception {
        assertThat(IdentityReader.read(pairOfResourceManagers()))
                .extracting("resourceManager", "fileSystem")
                .containsExactly("first.example:8032,second.example:9032", "hdfs://store");
    }

    @Test
    void nobodyIsTriedLongerThanAMinuteInAll() {
        Configuration configuration = new Configuration(false);
        configuration.setInt("yarn.resourcemanager.connect.max-wait.ms", 900_000);
        configuration.setInt("ipc.client.connect.max.retries", 50);
        ClientRetries.shorten(configuration);
        int connections = 1 + configuration.getInt("ipc.client.connect.max.retries", 10);
        int timeouts = 1 + configuration.getInt("ipc.client.connect.max.retries.on.timeouts", 45);
        assertThat(configuration.getInt("yarn.resourcemanager.connect.max-wait.ms", 0))
                .isPositive()
                .isLessThanOrEqualTo(30_000);
        assertThat(connections).isLessThan(10);
        assertThat(timeouts * configuration.getInt("ipc.client.connect.timeout", 20_000))
                .isLessThanOrEqualTo(30_000);
        assertThat(configuration.getInt("dfs.client.failover.max.attempts", 15)).isLessThan(10);
        assertThat(configuration.getInt("yarn.client.failover-max-attempts", -1))
                .isBetween(1, 10);
    }

    /** A process that is stopped keeps its sockets, and Hadoop's client waits for it for minutes. */
    @Test
    void aMasterThatTakesTheConnectionAndAnswersNothingIsGivenUpAtTheLimit() throws IOException {
        try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Configuration configuration = new Configuration();
            configuration.set("fs.defaultFS", "hdfs://127.0.0.1:" + hangs.getLocalPort());
            configuration.set("mapreduce.framework.name", "yarn");
            long begin = System.nanoTime();

            assertThatThrownBy(() -> HadoopCluster.connect(configuration, Duration.ofSeconds(1)))
                    .isInstanceOf(ClusterUnreachableException.class)
                    .hasMessageContaining("HDFS did not answer within 1 s");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3a://bucket",
                "abfs://container@account.dfs.core.windows.net",
                "wasb://container@account",
                "gs://bucket",
                "ofs://om",
                "o3fs://bucket.volume",
                "viewfs://cluster",
                "webhdfs://namenode:9870",
                "swebhdfs://namenode:9871",
                "file:///"
            })
    void aDefaultFileSystemThatIsNotHdfsIsRefusedBeforeItIsContacted(String uri) {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "yarn");
        configuration.set("fs.defaultFS", uri);
        // Whoever made a file system of this scheme would fail because there is no such class.
        configuration.set("fs." + uri.substring(0, uri.indexOf(':')) + ".impl", "no.such.FileSystem");

        assertThatThrownBy(() -> HadoopCluster.connect(configuration, Duration.ofSeconds(1)))
                .isInstanceOf(ClusterUnreachableException.class)
                .hasNoCause()
                .hasMessage("fs.defaultFS is '" + uri + "', but Spindle measures HDFS only: name one with -fs"
                        + " hdfs://NAME:PORT, or point HADOOP_CONF_DIR at its client configuration.");
    }

    @Test
    void theEndOfAJobIsNoticedSoonUnlessTheUserSetsAnInterval() {
        String key = "mapreduce.client.completion.pollinterval";
        Configuration stock = new JobConf();
        Configuration users = new JobConf();
        users.set(key, "5000");
        Configuration sites = new JobConf();
        String site = "<configuration><property><name>" + key + "</name><value>5000</value></property></configuration>";
        sites.addResource(new ByteArrayInputStream(site.getBytes(StandardCharsets.UTF_8)), "mapred-site.xml");

        assertThat(stock.getInt(key, 0)).isEqualTo(5000);
        for (Configuration job : List.of(stock, users, sites)) {
            ToolJob.noticeTheEndSoon(job);
        }

        assertThat(stock.getInt(key, 0)).isEqualTo(500);
        assertThat(users.getInt(key, 0)).isEqualTo(5000);
        assertThat(sites.getInt(key, 0)).isEqualTo(5000);
    }

    @Test
    void onlyHadoopsOwnShuffleKeepsMapOutputInLocalDirectories() {
        String consumer = "mapreduce.job.reduce.shuffle.consumer.plugin.class";
        String collector = "mapreduce.job.map.output.collector.class";
        Configuration site = new Configuration(false);
        assertThat(HadoopCluster.foreignShuffle(site, Map.of()))
                .as("Hadoop's defaults")
                .isEmpty();
        assertThat(HadoopCluster.foreignShuffle(
                        site,
                        Map.of(
                                collector,
                                "org.apache.hadoop.mapred.nativetask.NativeMapOutputCollectorDelegator,"
                                        + " org.apache.hadoop.mapred.MapTask$MapOutputBuffer")))
                .as("the native task of Hadoop")
                .isEmpty();

        site.set(consumer, "org.apache.hadoop.mapreduce.task.reduce.RssShuffle");
        assertThat(HadoopCluster.foreignShuffle(site, Map.of())).hasValueSatisfying(problem -> assertThat(problem)
                .startsWith(consumer + ": org.apache.hadoop.mapreduce.task.reduce.RssShuffle is not Hadoop's own")
                .endsWith("give -D '" + consumer + "=org.apache.hadoop.mapreduce.task.reduce.Shuffle'"));
        assertThat(HadoopCluster.foreignShuffle(
                        site, Map.of(consumer, "org.apache.hadoop.mapreduce.task.reduce.Shuffle")))
                .as("what -D says")
                .isEmpty();
        site.unset(consumer);
        site.set(collector, "org.apache.hadoop.mapred.RssMapOutputCollector");
        assertThat(HadoopCluster.foreignShuffle(site, Map.of())).isPresent();
    }
}
