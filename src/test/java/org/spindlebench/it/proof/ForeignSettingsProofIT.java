package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.it.BesideClusters;

/**
 * Daemons and clients of an embedded cluster on a gateway know nothing of the settings of the gateway's own Hadoop. Runs
 * no MapReduce job.
 */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class ForeignSettingsProofIT {
    @Test
    void daemonsAndClientsHaveHadoopsDefaults(EmbeddedJobs shared) throws Exception {
        Configuration clients = shared.configuration();

        assertThat(clients.get("mapreduce.task.io.sort.mb")).isEqualTo("100");
        for (String daemon : List.of("yarn.resourcemanager.webapp.address", "dfs.namenode.http-address")) {
            assertThat(configurationOf(clients.get(daemon)))
                    .contains("io.file.buffer.size")
                    .doesNotContain("4711")
                    .doesNotContain(shared.gateway().edits().toString());
        }
        assertThat(configurationOf(clients.get("yarn.resourcemanager.webapp.address")))
                .contains("<name>yarn.resourcemanager.recovery.enabled</name><value>false</value>");
        assertThat(shared.gateway().isUntouched()).isTrue();
    }

    private static String configurationOf(String daemon) throws IOException {
        URL conf = URI.create("http://" + daemon + "/conf").toURL();
        return new String(conf.openStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
