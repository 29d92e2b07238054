package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem.Location;

class SecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fs.s3a.encryption.key                           | s3cr3tX",
                "fs.s3a.session.key                              | s3cr3tX",
                "ssl.keystore.pass                               | s3cr3tX",
                "fs.s3a.access.key                               | s3cr3tX",
                "fs.azure.sas.box.store                          | s3cr3tX",
                "fs.azure.sas.fixed.token                        | s3cr3tX",
                "fs.gs.auth.service.account.private.key          | s3cr3tX",
                "fs.azure.account.key.store.example.org          | s3cr3tX",
                "foo.pw                                          | s3cr3tX",
                "pass                                            | s3cr3tX",
                "db.pwd                                          | s3cr3tX",
                "db.password                                     | 123456",
                "spindle.passphrase                              | s3cr3tX",
                "trustStorePass                                  | s3cr3tX",
                "apiKey                                          | s3cr3tX",
                "mapreduce.map.env                               | DB_PASSWORD=s3cr3tX",
                "mapreduce.map.env                               | A=b,MYSQL_PWD=s3cr3tX,C=d",
                "yarn.app.mapreduce.am.env                       | AWS_SECRET_ACCESS_KEY=s3cr3tX",
                "mapreduce.map.java.opts                         | -Xmx1g -Djavax.net.ssl.keyStorePassword=s3cr3tX",
                "mapreduce.map.java.opts                         | -Dpw=s3cr3tX",
                "yarn.app.mapreduce.am.command-opts              | -Dfs.s3a.secret.key='s3cr3tX'",
                "mapreduce.job.end-notification.url              | http://me:s3cr3tX@host/x"
            })
    void secretsAreRefusedUnderAnyNameAndShownNowhere(String key, String value) {
        assertThat(Secrets.USUAL.isSecret(key, value)).isTrue();
        assertThat(Secrets.USUAL.shown(key, value)).contains(Secrets.HIDDEN).doesNotContain("s3cr3tX", "123456");
        assertThat(JobSettings.check(Location.COMMAND_LINE, key, value, Cluster.RUNNING))
                .hasValueSatisfying(problem -> assertThat(problem.toString())
                        .contains("secret", "credential provider")
                        .doesNotContain("s3cr3tX", "123456"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.job.token.tracking.ids.enabled        | true",
                "yarn.resourcemanager.delegation.token.renew-interval | 86400000",
                "yarn.resourcemanager.container-tokens.master-key-rolling-interval-secs | 86400",
                "dfs.block.access.token.enable                   | true",
                "dfs.block.access.token                          | true",
                "some.max.token                                  | 10m",
                "mapreduce.map.env                               | PWD=/x,OLDPWD=/y,PATH=$PATH",
                "mapreduce.bypass                                | all",
                "mapreduce.job.hdfs-servers                      | hdfs://nn1:8020,hdfs://nn2:8020",
                "fs.defaultFS                                    | abfs://box@store.dfs.core.example.org",
                "fs.azure.sas.token.provider.type                | a.b.Provider",
                "hadoop.security.credential.provider.path        | jceks://hdfs@nn1:8020/x.jceks",
                "hadoop.security.sensitive-config-keys           | password$",
                "mapreduce.map.java.opts                         | -Xmx1g -Djava.net.preferIPv4Stack=true",
                "db.password                                     | ''"
            })
    void numbersSwitchesAndWhereSecretsLieAreNoSecrets(String key, String value) {
        assertThat(Secrets.USUAL.isSecret(key, value)).isFalse();
        assertThat(Secrets.USUAL.shown(key, value)).isEqualTo(value);
    }

    @Test
    void hadoopsOwnListIsPartOfIt() {
        String keys = new Configuration().get(Secrets.MORE_KEYS);
        List<String> listed = new ArrayList<>(Arrays.asList(keys.trim().split("[,\\s]+")));
        listed.remove(Secrets.MORE_KEYS);

        assertThat(Secrets.OF_HADOOP).containsAll(listed);
    }

    /** Reads all of Hadoop's default values, none of which is a secret to anyone but Hadoop itself. */
    @ParameterizedTest
    @ValueSource(strings = {"core-default.xml", "hdfs-default.xml", "mapred-default.xml", "yarn-default.xml"})
    void noDefaultOfHadoopIsASecret(String list) {
        Configuration defaults = new Configuration(false);
        defaults.addResource(list);
        ConfigRedactor redactor = new ConfigRedactor(new Configuration(false));
        List<String> secret = new ArrayList<>();
        defaults.forEach(setting -> {
            String value = setting.getValue();
            if (redactor.redact(setting.getKey(), value).equals(value)
                    && Secrets.USUAL.isSecret(setting.getKey(), value)) {
                secret.add(setting.getKey() + "=" + value);
            }
        });

        assertThat(defaults.size()).isGreaterThan(100);
        assertThat(secret).isEmpty();
    }

    @Test
    void aSiteMayListMoreKeys() {
        assertThat(new Secrets("frob$, x.y").isNamed("my.frob", "a")).isTrue();
        assertThat(Secrets.USUAL.isNamed("my.frob", "a")).isFalse();
    }
}
