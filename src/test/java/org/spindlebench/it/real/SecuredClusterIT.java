package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.proof.CacheProof.CacheVerdict;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.ClientCommand;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Separate daemons with Kerberos for all RPC, SPNEGO for all web services and TLS for those of HDFS. Clients log in with
 * a keytab or a ticket cache.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class SecuredClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** What both nodes read together is enough for a verdict on caches. */
    private static final String BYTES = "40MB";

    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
    private static final String ME = ProcessCluster.USER + " (principal " + ProcessCluster.USER + "@SPINDLE.TEST)";

    /** What Spindle says if a web service or an RPC refuses it. */
    private static final Set<String> BLIND = Set.of(
            "container-logs-unread",
            "daemon-settings-unread",
            "daemons-unseen",
            "evidence-incomplete",
            "hdfs-health-unknown",
            "input-replicas-unknown",
            "settings-unverified",
            "setup-unverified");

    private ProcessCluster cluster;
    private RealCampaign quick;

    @BeforeAll
    void start() throws Exception {
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withKerberos());
        quick = new RealCampaign(cluster, "keytab");
    }

    @AfterAll
    void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Returns a client whose tickets end after two minutes, with the keytab of a user. */
    private ClientCommand withKeytab(ClientCommand client, String user) throws IOException {
        return client.jvmFlags(
                        List.of("-Djava.security.krb5.conf=" + cluster.kdc().clientSettings(TWO_MINUTES)))
                .arguments("--keytab", cluster.kdc().keytab(user).toString(), "--principal", user)
                .timeout(LIMIT);
    }

    private ClientRun checkAs(String user, String... options) throws IOException, InterruptedException {
        return withKeytab(cluster.client().arguments("check", "--suite", "quick", "--jobs", "teragen"), user)
                .arguments(options)
                .run();
    }

    @Test
    @Order(1)
    void quickRunsWithAKeytabForLongerThanATicketAndSeesAll() throws Exception {
        ClientRun client = withKeytab(
                        quick.client(
                                "--suite",
                                "quick",
                                "--bytes-per-node",
                                BYTES,
                                "--repeats",
                                "1",
                                "--slots",
                                "2",
                                "--probe",
                                "yarn",
                                "--yes"),
                        ProcessCluster.USER)
                .run();
        assertThat(client.exitCode()).as(client::tails).isZero();
        List<RunRecord> records = quick.records();
        assertThat(records).hasSize(9);
        for (RunRecord run : records) {
            assertSeen(run);
        }
        Instant first = records.get(0).times().clientSubmitted();
        Instant last = records.get(records.size() - 1).times().clientFinished();
        assertThat(Duration.between(first, last)).as("longer than a ticket").isGreaterThan(TWO_MINUTES);
        JsonNode daemons = new ObjectMapper()
                .readTree(quick.directory().resolve("environment.json").toFile())
                .path("daemons");
        for (String kind : List.of("nodeManagers", "dataNodes", "nameNodes")) {
            assertThat(daemons.path(kind)).as(kind).isNotEmpty();
        }
        assertThat(cluster.rest().children(quick.base())).isEmpty();
    }

    private static void assertSeen(RunRecord run) {
        String name = run.identity().run();
        assertThat(run.status()).as(name + run.reasons()).isEqualTo(Status.OK);
        assertThat(run.warnings()).extracting(Warning::code).as(name).doesNotContainAnyElementsOf(BLIND);
        assertThat(run.counters()).as(name).isNotEmpty();
        assertThat(run.tasks()).as(name).isNotEmpty();
        assertThat(run.configuration()).as(name).isNotEmpty();
        assertThat(run.evidence().probe()).isEqualTo("yarn");
        assertThat(run.evidence().missing()).as(name).isEmpty();
        assertThat(run.evidence().nodes()).as(name).isNotEmpty().allSatisfy(node -> assertThat(node.devices())
                .isNotEmpty());
        if (run.subject().job().equals("teraread")) {
            assertThat(run.cacheProof().verdict()).as(name + run.cacheProof()).isNotEqualTo(CacheVerdict.NOT_PROVABLE);
        }
    }

    @Test
    @Order(2)
    void aTicketThatEndsBeforeTheEstimateIsRefused() throws Exception {
        ClientRun refused = withTicket(Path.of("/no/kinit"), 1000);
        assertThat(refused.exitCode()).as(refused::tails).isEqualTo(2);
        assertThat(refused.err())
                .contains("your Kerberos ticket ends at ")
                .contains("get one that is valid for longer with `kinit -l`, or give --keytab and --principal");
        assertThat(campaigns()).as("it begins nothing").hasSize(1);
    }

    /** The command is no real one: it puts another ticket into the cache, as a renewal does. */
    @Test
    @Order(3)
    void aTicketOfTwoMinutesIsRenewed() throws Exception {
        Path kinit = cluster.directory().resolve("kinit");
        Path renewals = cluster.directory().resolve("renewals");
        Path fresh = cluster.kdc().ticketCache(ProcessCluster.USER, Duration.ofDays(1));
        Files.writeString(
                kinit,
                "#!/bin/sh\necho \"$@\" >> " + renewals + "\ncp " + fresh + " $KRB5CCNAME.new && mv $KRB5CCNAME.new"
                        + " $KRB5CCNAME\n");
        assertThat(kinit.toFile().setExecutable(true)).isTrue();

        ClientRun taken = withTicket(kinit, 14);
        assertThat(taken.exitCode()).as(taken::tails).isZero();
        assertThat(renewals).hasContent("-R");
        List<Path> campaigns = campaigns();
        List<RunRecord> records =
                Records.read(campaigns.get(campaigns.size() - 1)).toList();
        assertThat(records).hasSize(14).allMatch(run -> run.status() == Status.OK);
        Instant last = records.get(13).times().clientFinished();
        assertThat(Duration.between(records.get(0).times().clientSubmitted(), last))
                .as("longer than a ticket")
                .isGreaterThan(TWO_MINUTES);
    }

    private List<Path> campaigns() throws IOException {
        try (Stream<Path> found = Files.list(quick.out())) {
            return found.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Runs a small job, whose time is known, with a ticket of two minutes that may be renewed for two days. */
    private ClientRun withTicket(Path kinit, int repeats) throws IOException, InterruptedException {
        Path cache = cluster.kdc().ticketCache(ProcessCluster.USER, TWO_MINUTES);
        return quick.client(
                        "-D",
                        "hadoop.kerberos.kinit.command=" + kinit,
                        "--suite",
                        "quick",
                        "--jobs",
                        "teragen",
                        "--bytes-per-node",
                        BYTES,
                        "--slots",
                        "2",
                        "--probe",
                        "yarn",
                        "--yes")
                .arguments("--repeats", String.valueOf(repeats))
                .environment("KRB5CCNAME", cache.toString())
                .timeout(LIMIT)
                .run();
    }

    @Test
    @Order(4)
    void aClientWithoutATicketIsToldToGetOne() throws Exception {
        ClientRun client = cluster.client()
                .arguments("check", "--suite", "quick", "--jobs", "teragen")
                .run();
        assertThat(client.exitCode()).as(client::tails).isNotZero();
        assertThat(client.err()).contains("has no valid ticket; run `kinit`, or give --keytab and --principal");
    }

    @Test
    @Order(5)
    void aRefusedQueueIsNamedWithThePrincipalAndTheRemedy() throws Exception {
        ClientRun client = checkAs(ProcessCluster.USER, "--queue", ProcessCluster.SMALL_QUEUE);
        assertThat(client.exitCode()).as(client::tails).isEqualTo(2);
        assertThat(client.err())
                .contains("error: YARN refuses " + ME + " the queue " + ProcessCluster.SMALL_QUEUE
                        + "; name a queue of yours with --queue");
    }

    @Test
    @Order(6)
    void aRefusedDirectoryIsNamedWithThePrincipalAndTheRemedy() throws Exception {
        ClientRun client = checkAs(ProcessCluster.USER, "--base-dir", "/closed/spindle");
        assertThat(client.exitCode()).as(client::tails).isNotZero();
        assertThat(client.err())
                .contains("error: HDFS refuses " + ME + " the right WRITE on /")
                .contains("name a directory of your own with --base-dir");
    }

    @Test
    @Order(7)
    void aRefusedPrincipalIsNamedWithTheServiceAndTheRemedy() throws Exception {
        ClientRun client = checkAs(ProcessCluster.STRANGER);
        assertThat(client.exitCode()).as(client::tails).isNotZero();
        assertThat(client.err())
                .contains("error: the cluster refuses the principal " + ProcessCluster.STRANGER
                        + "@SPINDLE.TEST the service ClientProtocol")
                .contains("hadoop-policy.xml");
    }
}
