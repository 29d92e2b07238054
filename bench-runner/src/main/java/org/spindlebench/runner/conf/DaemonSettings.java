package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Tells settings of daemons from those of jobs and clients. A daemon reads its settings when it starts: given to a job they
 * have no effect, yet the job's configuration shows them as if they had.
 */
public final class DaemonSettings {
    private static final List<String> PREFIXES = List.of(
            "dfs.datanode.",
            "dfs.namenode.",
            "dfs.secondary.namenode.",
            "dfs.journalnode.",
            "dfs.hosts",
            "dfs.heartbeat.",
            "dfs.blockreport.",
            "yarn.nodemanager.",
            "yarn.resourcemanager.",
            "yarn.scheduler.",
            "yarn.web-proxy.",
            "mapreduce.shuffle.",
            "mapreduce.jobhistory.");

    /** Daemons of the single nodes: no client looks their addresses up in a configuration. */
    private static final List<String> OF_EVERY_NODE = List.of("dfs.datanode.", "yarn.nodemanager.");

    /** Parts of a key that tell a client where a daemon is, who it is, or how long to try. */
    private static final Set<String> FOR_CLIENTS =
            Set.of("address", "hostname", "principal", "ha", "rm-ids", "cluster-id", "connect", "client-failover");

    private DaemonSettings() {}

    /** Whether only a daemon reads the setting. */
    public static boolean isForDaemons(String key) {
        return PREFIXES.stream().anyMatch(key::startsWith) && !isNeededByClients(key);
    }

    private static boolean isNeededByClients(String key) {
        List<String> parts = Arrays.asList(key.split("\\."));
        if (OF_EVERY_NODE.stream().anyMatch(key::startsWith)) {
            return parts.contains("principal");
        }
        return parts.stream().anyMatch(part -> FOR_CLIENTS.contains(part) || part.endsWith("-address"));
    }
}
