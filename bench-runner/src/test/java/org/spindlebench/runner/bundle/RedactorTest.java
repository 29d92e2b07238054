package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapreduce.jobhistory.EventWriter.WriteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.collect.HistoryFixture;
import org.spindlebench.runner.collect.HistoryTexts;

class RedactorTest {
    private final LearnedSecrets secrets = new LearnedSecrets();
    private final NameCollector collector = new NameCollector(secrets);

    private String redacted(String text) {
        return new Redactor(collector.names(), secrets, false).text(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BP-526805057-10.1.2.3-1411980876842          | BP-526805057-240.0.0.1-1411980876842",
                "hdfs://10.1.2.3:8020/x                       | hdfs://240.0.0.1:8020/x",
                "node_10.1.2.3_8041                           | node_240.0.0.1_8041",
                "[2001:db8::7]:8020 2001:DB8:0:0:0:0:0:7       | [100::1]:8020 100::1",
                "/2001:db8:0:0:0:0:0:7:50010                   | /100::1:50010",
                "::ffff:10.1.2.3                               | 240.0.0.1",
                "127.0.0.1 0.0.0.0 ::1 ::                      | 127.0.0.1 0.0.0.0 ::1 ::",
                "19:55:04 0a:1b:2c:3d:4e:5f 1.2.3 1.2.3.4.5    | 19:55:04 0a:1b:2c:3d:4e:5f 1.2.3 1.2.3.4.5",
                "snappy-java-1.1.10.4.jar 256.1.1.1            | snappy-java-1.1.10.4.jar 256.1.1.1"
            })
    void addressesAreReplacedAndWhatOnlyLooksLikeOneIsNot(String text, String expected) {
        collector.text(text);
        assertThat(redacted(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node7.corp.example.com                     | host-01",
                "NODE7.Corp.Example.COM:8041                | host-01:8041",
                "at node7, not at node70 or xnode7          | at host-01, not at node70 or xnode7",
                "hadoop-datanode-node7.corp.example.com.log | hadoop-datanode-host-01.log",
                "node7_8041                                 | host-01_8041",
                "%2Fnode7%3A8041                            | %2Fhost-01%3A8041",
                "realm CORP.EXAMPLE.COM                     | realm domain-01"
            })
    void aHostIsReplacedInEveryForm(String text, String expected) {
        collector.value("host", "node7.corp.example.com");
        collector.text("node70 xnode7");
        assertThat(redacted(text)).isEqualTo(expected);
    }

    @Test
    void aWordOfTheKnownDomainIsAHostToo() {
        collector.value("yarn.resourcemanager.address", "rm.corp.example.com:8032");
        collector.text("could not reach kdc-2.corp.example.com in time");

        assertThat(redacted("could not reach kdc-2.corp.example.com in time"))
                .isEqualTo("could not reach host-01 in time");
    }

    @Test
    void madeUpNamesHaveTheOrderOfNamesAndAreNeverNamesOfTheCampaign() {
        for (int host = 1; host <= 12; host++) {
            collector.value("host", "host-" + host);
        }
        KnownNames names = collector.names();

        assertThat(names.plain("host-1")).isEqualTo("host2-01");
        assertThat(names.plain("host-10")).isEqualTo("host2-02");
        assertThat(names.plain("host-9")).isEqualTo("host2-12");
    }

    @Test
    void namesThatAreWordsOfRecordsAreReplacedOnlyWhereNamesStand() {
        collector.json("{\"status\": \"ok\", \"reads\": 3}");
        collector.value("host", "status");
        collector.value("userName", "reads");
        Redactor redactor = new Redactor(collector.names(), secrets, false);

        assertThat(redactor.json(
                        "{\"status\":\"ok\",\"host\":\"status\",\"userName\":\"reads\",\"x\":\"hdfs://status:80\"}"))
                .isEqualTo(
                        "{\"status\":\"ok\",\"host\":\"host-01\",\"userName\":\"user-01\",\"x\":\"hdfs://host-01:80\"}");
        assertThat(redactor.text("status of reads in /user/reads/x")).isEqualTo("status of reads in /user/user-01/x");
    }

    @Test
    void devicesByNodeAndEscapesInJsonAreUnderstood() {
        String json = "{\"roles\":[{\"role\":\"hdfs\",\"devices\":{\"master\":[\"sda\"]}}],"
                + "\"devices\":[{\"device\":\"sda\"}],\"x\":\"a\\n\\\"node7\\\"\\tb\"}";
        collector.json(json);
        collector.value("node", "node7:80");
        Redactor redactor = new Redactor(collector.names(), secrets, false);

        assertThat(redactor.json(json))
                .isEqualTo("{\"roles\":[{\"role\":\"hdfs\",\"devices\":{\"host-01\":[\"sda\"]}}],"
                        + "\"devices\":[{\"device\":\"sda\"}],\"x\":\"a\\n\\\"host-02\\\"\\tb\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dfs.s3a.secret.key=abc123DEF",
                "opts=-Dfs.s3a.secret.key=abc123DEF -Xmx1g",
                "sh -c \"export DB_PASSWORD='abc123DEF'; run\"",
                "curl -u alice:abc123DEF https://example.org",
                "s3a://AKIA:abc123DEF@bucket/path",
                "sshpass -p abc123DEF ssh x",
                "tool --api-key abc123DEF",
                "Authorization: Bearer abc123DEF.456-xyz",
                "password: abc123DEF"
            })
    void secretsInTextAreHiddenAndThenEverywhere(String text) {
        collector.text(text);

        assertThat(redacted(text)).doesNotContain("abc123DEF").contains("<redacted>");
        if (!text.contains("alice:") && !text.contains("AKIA") && !text.contains("Bearer")) {
            assertThat(redacted("elsewhere abc123DEF, too")).isEqualTo("elsewhere <redacted>, too");
        }
    }

    @Test
    void secretsAreKnownByTheirKeys() {
        collector.value("fs.azure.account.key.x", "abc123DEF");
        Redactor redactor = new Redactor(collector.names(), secrets, true);

        assertThat(redactor.value("fs.s3a.secret.key", "short")).isEqualTo("<redacted>");
        assertThat(redactor.value("mapreduce.job.name", "abc123DEF")).isEqualTo("<redacted>");
        assertThat(redactor.value("mapreduce.job.name", "short")).isEqualTo("short");
        assertThat(redactor.xml("<property><name>a.password</name><value>short</value></property>"))
                .isEqualTo("<property><name>a.password</name><value>&lt;redacted&gt;</value></property>");
    }

    @Test
    void theSearchForLeftNamesFindsWhatIsPutBack() {
        collector.value("host", "node7.corp.example.com");
        collector.text("user=alice at 10.1.2.3, --password abc123DEF");
        LeftNames left = new LeftNames(collector.names(), secrets.known());

        assertThat(left.in("host-01 and user-01 at 240.0.0.1, node70, malice", false))
                .isEmpty();
        for (String text : List.of("x-node7-y", "NODE7.corp.example.COM", "(Alice)", "a10 10.1.2.3", "xabc123DEFx")) {
            assertThat(left.in(text, false)).as(text).isPresent();
        }
        assertThat(left.in("alice", true)).as("a word of Spindle's own").isEmpty();
        assertThat(left.in("node7", true)).isPresent();
    }

    private static final Set<String> HOSTS_OF = Set.of("hostname", "trackerName");

    @ParameterizedTest
    @EnumSource
    void textsOfHistoriesAreChangedAndNothingElse(WriteMode mode) throws IOException {
        byte[] history = HistoryFixture.complete(mode);
        assertThat(HistoryTexts.isBinary(history)).isEqualTo(mode == WriteMode.BINARY);
        if (mode == WriteMode.BINARY) {
            byte[] same = HistoryTexts.changed(history, (field, text) -> text);
            byte[] other = HistoryTexts.changed(history, (field, text) -> HOSTS_OF.contains(field) ? "h" : text);
            assertThat(same).isEqualTo(history);
            assertThat(new String(other, StandardCharsets.ISO_8859_1)).doesNotContain("node-1", "node-2");
        } else {
            String json = new String(history, StandardCharsets.UTF_8);
            collector.json(json);
            assertThat(new Redactor(collector.names(), secrets, false).json(json))
                    .doesNotContain("node-1", "node-2");
        }
    }
}
