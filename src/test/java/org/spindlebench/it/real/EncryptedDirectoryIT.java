package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Campaigns inside and outside an encryption zone. Runs at most 7 MapReduce jobs with the profile {@code long}: a
 * check, and 2 each of teragen and terasort, the latter with an input.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class EncryptedDirectoryIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String KEY = "zone";

    @TempDir
    private static Path directory;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        String keys = "jceks://file" + directory.resolve("keys.jceks");
        Configuration conf = new Configuration();
        KeyProvider provider = KeyProviderFactory.get(URI.create(keys), conf);
        provider.createKey(KEY, KeyProvider.options(conf));
        provider.flush();
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withKeys(keys));
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Makes a campaign's base directory a zone, as an administrator does. */
    private static void encrypt(RealCampaign campaign) throws Exception {
        Configuration conf = new Configuration();
        for (String site : new String[] {"core-site.xml", "hdfs-site.xml"}) {
            conf.addResource(new org.apache.hadoop.fs.Path(
                    cluster.confDir().resolve(site).toUri()));
        }
        UserGroupInformation.createRemoteUser("hdfs").doAs((PrivilegedExceptionAction<Void>) () -> {
            try (FileSystem hdfs = FileSystem.newInstance(conf)) {
                org.apache.hadoop.fs.Path base = new org.apache.hadoop.fs.Path(campaign.base());
                hdfs.mkdirs(base);
                hdfs.setOwner(base, ProcessCluster.USER, ProcessCluster.USER);
                new HdfsAdmin(hdfs.getUri(), conf)
                        .createEncryptionZone(base, KEY, EnumSet.noneOf(CreateEncryptionZoneFlag.class));
            }
            return null;
        });
    }

    private static RealCampaign run(RealCampaign campaign) throws Exception {
        ClientRun client = campaign.client("--suite", "quick", "--jobs", "teragen,terasort", "--bytes-per-node", "4MB")
                .arguments("--repeats", "1", "--slots", "2", "--probe", "off", "--yes")
                .timeout(LIMIT)
                .run();
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(campaign.records()).hasSize(2).allSatisfy(one -> assertThat(one.status())
                .as(one.reasons().toString())
                .isEqualTo(Status.OK));
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
        return campaign;
    }

    @Test
    void runsInAZoneNameItsCipherAndAreComparedOnlyWithTheirLike() throws Exception {
        RealCampaign sealed = new RealCampaign(cluster, "sealed");
        encrypt(sealed);
        RealCampaign open = new RealCampaign(cluster, "open");

        ClientRun check = sealed.client("check", "--suite", "quick", "--jobs", "teragen", "--slots", "2")
                .timeout(LIMIT)
                .run();
        assertThat(check.out())
                .as(check::tails)
                .contains(sealed.base() + " is in an encryption zone (AES/CTR/NoPadding");
        assertThat(run(sealed).records())
                .allSatisfy(
                        one -> assertThat(one.subject().settings()).containsEntry("encryption", "AES/CTR/NoPadding"));
        assertThat(run(open).records())
                .allSatisfy(one -> assertThat(one.subject().settings()).doesNotContainKey("encryption"));

        Findings both = Findings.of(
                Runs.of(Stream.concat(sealed.records().stream(), open.records().stream())),
                ComparisonOptions.standard());
        assertThat(both.cells()).as("jobs, each in the zone and outside").hasSize(4);
        assertThat(both.comparisons()).isEmpty();
    }
}
