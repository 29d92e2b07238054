package org.spindlebench.runner.collect.daemon;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.collect.daemon.DaemonReader.DaemonKind;

/**
 * The settings in force in the nodes' daemons. A job's configuration would only repeat the client's values.
 *
 * @param nodeManagers the settings of the NodeManagers that could be read; the client's values never replace missing
 *     ones
 * @param dataNodes the settings of the DataNodes that could be read, in the same way
 * @param nameNodes the settings of the NameNodes that could be read, in the same way
 */
public record NodeDaemons(
        List<NodeSettings> nodeManagers,
        List<NodeSettings> dataNodes,
        List<NodeSettings> nameNodes,
        List<Warning> warnings) {
    /**
     * The code of the warning that Spindle could not read the settings of some daemons, including their directories.
     */
    public static final String UNREAD = "daemon-settings-unread";

    /** The key of the class behind the auxiliary service from which reduces fetch map output. */
    static final String SHUFFLE = "yarn.nodemanager.aux-services.mapreduce_shuffle.class";

    private static final String OWN_SHUFFLE = "org.apache.hadoop.mapred.ShuffleHandler";
    private static final String NOT_SET = "not set";

    public NodeDaemons {
        nodeManagers = nodeManagers == null ? List.of() : List.copyOf(nodeManagers);
        dataNodes = dataNodes == null ? List.of() : List.copyOf(dataNodes);
        nameNodes = nameNodes == null ? List.of() : List.copyOf(nameNodes);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }

    /** Combines all daemons' settings, with a warning for each setting that differs and one for all unread daemons. */
    static NodeDaemons of(
            List<NodeSettings> nodeManagers,
            List<NodeSettings> dataNodes,
            List<NodeSettings> nameNodes,
            List<String> unread) {
        List<Warning> warnings = new ArrayList<>();
        differences(DaemonKind.NODE_MANAGER, nodeManagers, warnings);
        differences(DaemonKind.DATA_NODE, dataNodes, warnings);
        if (!unread.isEmpty()) {
            warnings.add(new Warning(
                    UNREAD,
                    "the settings of some daemons are unknown because their web services (/conf) do not answer: "
                            + String.join("; ", unread)));
        }
        return new NodeDaemons(nodeManagers, dataNodes, nameNodes, warnings);
    }

    /**
     * Returns the settings of the given hosts and of the NameNodes only, with the warnings about them. The warning
     * about unread daemons is kept, because they may run on the given hosts.
     */
    public NodeDaemons on(HostSet hosts) {
        List<Warning> own = new ArrayList<>();
        List<NodeSettings> managers = on(hosts, nodeManagers);
        List<NodeSettings> data = on(hosts, dataNodes);
        differences(DaemonKind.NODE_MANAGER, managers, own);
        differences(DaemonKind.DATA_NODE, data, own);
        warnings.stream().filter(warning -> warning.code().equals(UNREAD)).forEach(own::add);
        return new NodeDaemons(managers, data, nameNodes, own);
    }

    private static List<NodeSettings> on(HostSet hosts, List<NodeSettings> nodes) {
        return nodes.stream().filter(node -> hosts.has(host(node))).toList();
    }

    private static String host(NodeSettings node) {
        return node.node().replaceFirst(":\\d+$", "");
    }

    private static void differences(DaemonKind kind, List<NodeSettings> nodes, List<Warning> warnings) {
        for (String key : kind.keys()) {
            Map<String, SortedSet<String>> nodesByValue = nodes.stream()
                    .collect(Collectors.groupingBy(
                            node -> compared(key, node.settings().get(key)),
                            TreeMap::new,
                            Collectors.mapping(NodeSettings::node, Collectors.toCollection(TreeSet::new))));
            if (nodesByValue.size() > 1 && DaemonKind.matters(key)) {
                warnings.add(new Warning(
                        "nodes-differ",
                        kind.label() + " differ in " + key + ": " + FewNames.perValue(nodesByValue)
                                + ". Tasks differ if nodes differ: use the same value on all nodes and restart them"));
            }
        }
    }

    /** Returns the part of a value that must be the same on all nodes. */
    private static String compared(String key, String value) {
        if (value == null || value.isBlank()) {
            return NOT_SET;
        }
        if (!DaemonKind.isDirectories(key)) {
            return value.strip();
        }
        return Arrays.stream(value.split(","))
                .map(directory -> directory.strip().replaceFirst("^(\\[[^]]*\\])?.*$", "$1"))
                .collect(Collectors.groupingBy(tag -> tag, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(tag -> tag.getValue() + (tag.getKey().isEmpty() ? "" : " " + tag.getKey()))
                .collect(Collectors.joining(", ", "", " directories"));
    }

    /**
     * Returns a problem if NodeManagers serve the shuffle with a class other than Hadoop's own class; empty otherwise.
     */
    public List<String> foreignShuffles() {
        List<String> foreign = nodeManagers.stream()
                .filter(node -> !node.settings()
                        .getOrDefault(SHUFFLE, OWN_SHUFFLE)
                        .strip()
                        .equals(OWN_SHUFFLE))
                .map(node -> node.settings().get(SHUFFLE) + " on " + node.node())
                .toList();
        return foreign.isEmpty()
                ? List.of()
                : List.of(SHUFFLE + ": " + FewNames.of(foreign)
                        + " is not Hadoop's own shuffle, so map output may be elsewhere than in local directories; set "
                        + OWN_SHUFFLE + " there and restart the NodeManagers");
    }

    /** Returns directories by host and role: {@code hdfs} for DataNodes' blocks, {@code shuffle} for spills. */
    public SortedMap<String, SortedMap<String, List<String>>> directories() {
        SortedMap<String, SortedMap<String, List<String>>> byHost = new TreeMap<>();
        addDirectories("hdfs", "dfs.datanode.data.dir", dataNodes, byHost);
        addDirectories("shuffle", "yarn.nodemanager.local-dirs", nodeManagers, byHost);
        return byHost;
    }

    private static void addDirectories(
            String role,
            String key,
            List<NodeSettings> nodes,
            SortedMap<String, SortedMap<String, List<String>>> byHost) {
        for (NodeSettings node : nodes) {
            String host = host(node);
            for (String directory : node.settings().getOrDefault(key, "").split(",")) {
                if (!directory.isBlank()) {
                    byHost.computeIfAbsent(host, any -> new TreeMap<>())
                            .computeIfAbsent(role, any -> new ArrayList<>())
                            .add(directory.strip());
                }
            }
        }
    }

    /** Returns warnings about settings that changed after the campaign began, for daemons that were read both times. */
    public List<Warning> since(NodeDaemons earlier) {
        List<String> changed = new ArrayList<>(changed(DaemonKind.NODE_MANAGER, earlier.nodeManagers, nodeManagers));
        changed.addAll(changed(DaemonKind.DATA_NODE, earlier.dataNodes, dataNodes));
        changed.addAll(changed(DaemonKind.NAME_NODE, earlier.nameNodes, nameNodes));
        return changed.isEmpty()
                ? List.of()
                : List.of(new Warning(
                        "daemon-settings-changed",
                        "the settings of daemons have changed since the campaign began, so its runs are not repeats of"
                                + " each other: " + String.join("; ", changed)));
    }

    private static List<String> changed(DaemonKind kind, List<NodeSettings> before, List<NodeSettings> now) {
        if (before.isEmpty() || now.isEmpty()) {
            return List.of();
        }
        return kind.keys().stream()
                .filter(DaemonKind::matters)
                .filter(key -> !values(key, before).equals(values(key, now)))
                .map(key -> key + " was " + String.join(" or ", values(key, before)) + ", is "
                        + String.join(" or ", values(key, now)))
                .toList();
    }

    private static Set<String> values(String key, List<NodeSettings> nodes) {
        return nodes.stream()
                .map(node -> compared(key, node.settings().get(key)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The settings that one daemon reports as in force.
     *
     * @param node {@code host:port} of its web service
     * @param settings the relevant settings, without settings that have no value
     */
    public record NodeSettings(String node, Map<String, String> settings) {
        public NodeSettings {
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        }
    }
}
