package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.JobSettings.DaemonKeys;
import org.spindlebench.runner.conf.Problem.Location;

class SettingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dfs.datanode.data.dir",
                "dfs.datanode.address",
                "dfs.namenode.handler.count",
                "dfs.namenode.replication.min",
                "dfs.heartbeat.interval",
                "dfs.hosts.exclude",
                "yarn.nodemanager.local-dirs",
                "yarn.nodemanager.resource.memory-mb",
                "yarn.nodemanager.webapp.address",
                "yarn.resourcemanager.scheduler.class",
                "yarn.scheduler.minimum-allocation-mb",
                "yarn.scheduler.capacity.root.queues",
                "mapreduce.shuffle.port",
                "mapreduce.jobhistory.done-dir"
            })
    void settingsThatOnlyADaemonReadsAreTold(String key) {
        assertThat(DaemonKeys.isForDaemons(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dfs.blocksize",
                "dfs.replication",
                "dfs.client.read.shortcircuit",
                "dfs.namenode.rpc-address",
                "dfs.namenode.rpc-address.ns1.nn1",
                "dfs.namenode.http-address",
                "dfs.namenode.kerberos.principal",
                "dfs.namenode.kerberos.principal.pattern",
                "dfs.datanode.kerberos.principal",
                "dfs.ha.namenodes.ns1",
                "yarn.resourcemanager.address",
                "yarn.resourcemanager.address.rm1",
                "yarn.resourcemanager.scheduler.address",
                "yarn.resourcemanager.hostname.rm2",
                "yarn.resourcemanager.webapp.https.address",
                "yarn.resourcemanager.ha.rm-ids",
                "yarn.resourcemanager.ha.enabled",
                "yarn.resourcemanager.cluster-id",
                "yarn.resourcemanager.principal",
                "yarn.resourcemanager.connect.max-wait.ms",
                "mapreduce.jobhistory.address",
                "mapreduce.jobhistory.webapp.address",
                "mapreduce.reduce.shuffle.parallelcopies",
                "yarn.app.mapreduce.am.resource.mb"
            })
    void settingsThatAClientNeedsPass(String key) {
        assertThat(DaemonKeys.isForDaemons(key)).isFalse();
    }

    @Test
    void aDaemonSettingIsRefusedOnARunningClusterOnly() {
        String key = "yarn.nodemanager.local-dirs";

        assertThat(JobSettings.check(Location.COMMAND_LINE, key, "/ssd", Cluster.RUNNING))
                .hasValueSatisfying(problem -> assertThat(problem.toString())
                        .startsWith("error: yarn.nodemanager.local-dirs: a daemon setting; use a setup")
                        .contains("do       change it in the daemons' configuration"));
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, "/ssd", Cluster.EMBEDDED))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dfs.namenode.edits.dir", "dfs.namenode.shared.edits.dir", "dfs.name.dir"})
    void directoriesThatAnEmbeddedClusterFormatsAreRefused(String key) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, "/hadoop/edits", Cluster.EMBEDDED))
                .hasValueSatisfying(problem -> assertThat(problem.toString()).contains("formats", "leave it out"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fs.s3a.secret.key",
                "fs.s3a.bucket.night.secret.key",
                "fs.s3a.session.token",
                "fs.azure.account.key.store.example.org",
                "fs.adl.oauth2.refresh.token",
                "ssl.client.keystore.password",
                "dfs.adls.oauth2.credential"
            })
    void secretsAreRefusedAndNotShown(String key) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, "hunter2", Cluster.RUNNING))
                .hasValueSatisfying(problem -> assertThat(problem.toString())
                        .contains("a secret", "credential provider")
                        .doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hadoop.security.credential.provider.path",
                "hadoop.http.authentication.signature.secret.file",
                "fs.s3a.aws.credentials.provider",
                "mapreduce.job.token.tracking.ids.enabled"
            })
    void whereSecretsLieIsNoSecret(String key) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, "x", Cluster.RUNNING))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mapreduce.task.io.sort.spill.percent,0.8,mapreduce.map.sort.spill.percent",
        "mapreduce.output.compress,false,mapreduce.output.fileoutputformat.compress"
    })
    void keysThatThePaperPrintsAndHadoopDoesNotReadAreRefused(String key, String value, String right) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, value, Cluster.EMBEDDED))
                .hasValueSatisfying(problem -> assertThat(problem.nearest()).isEqualTo(right));
    }

    @ParameterizedTest
    @CsvSource({"-Xmx1000,true", "-server -Xmx1000 -ea,true", "-Xmx819m,false", "-Xmx1g -Xms1g,false", "-Xss512k,false"
    })
    void aHeapOfAThousandBytesIsRefused(String options, boolean refused) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, "mapreduce.map.java.opts", options, Cluster.RUNNING)
                        .isPresent())
                .isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.task.io.sort.mb                    | 2048 | a whole number from 1 to 2047",
                "mapreduce.task.io.sort.mb                    | 0    | a whole number from 1 to 2047",
                "mapreduce.task.io.sort.factor                | 1    | a whole number from 2",
                "mapreduce.map.sort.spill.percent             | 1.5  | a number from 0 to 1",
                "mapreduce.map.sort.spill.percent             | 0    | a number above 0",
                "mapreduce.reduce.shuffle.input.buffer.percent| -1   | a number from 0 to 1",
                "mapreduce.reduce.shuffle.parallelcopies      | 0    | a whole number from 1",
                "mapreduce.map.memory.mb                      | 0    | a whole number from 1",
                "mapreduce.map.cpu.vcores                     | 0    | a whole number from 1",
                "yarn.app.mapreduce.am.resource.mb            | 0    | a whole number from 1",
                "mapreduce.job.ubertask.enable                | true | false",
                "spindle.sync                                 | soon | none, close, block"
            })
    void aValueWithWhichEveryTaskFailsIsRefused(String key, String value, String allowed) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, value, Cluster.RUNNING))
                .hasValueSatisfying(problem -> {
                    assertThat(problem.allowed()).contains(allowed);
                    assertThat(problem.key() + problem.value()).isEqualTo(key + value);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "mapreduce.task.io.sort.mb,2047",
        "mapreduce.task.io.sort.mb,${my.size}",
        "mapreduce.map.sort.spill.percent,.8f",
        "mapreduce.map.memory.mb,-1"
    })
    void aValueThatHadoopTakesIsNot(String key, String value) {
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, value, Cluster.RUNNING))
                .isEmpty();
    }

    @Test
    void aSettingOfSpindleThatDoesNotExistIsRefusedWithTheNearest() {
        assertThat(JobSettings.check(Location.COMMAND_LINE, "spindle.repliction", "2", Cluster.RUNNING))
                .hasValueSatisfying(problem -> assertThat(problem.nearest()).isEqualTo("spindle.replication"));
        assertThat(JobSettings.check(Location.COMMAND_LINE, "spindle.replication", "2", Cluster.RUNNING))
                .isEmpty();
    }

    @Test
    void compressionOfMapOutputBelongsToTheRunsLabel() {
        assertThat(JobSettings.check(Location.COMMAND_LINE, "mapreduce.map.output.compress", "true", Cluster.RUNNING))
                .isPresent();
    }
}
