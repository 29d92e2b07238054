package org.spindlebench.runner.cluster;

import org.apache.hadoop.conf.Configuration;

/** How long a client tries before it says that nobody answers: by default YARN's tries for 15 minutes. */
final class ClientRetries {
    private ClientRetries() {}

    static void shorten(Configuration configuration) {
        configuration.setInt("ipc.client.connect.max.retries", 2);
        configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 2);
        configuration.setInt("ipc.client.connect.timeout", 5_000);
        configuration.setInt("yarn.resourcemanager.connect.max-wait.ms", 10_000);
        configuration.setInt("yarn.resourcemanager.connect.retry-interval.ms", 1_000);
        configuration.setInt("dfs.client.failover.max.attempts", 4);
        configuration.setInt("yarn.client.failover-max-attempts", 4);
    }
}
