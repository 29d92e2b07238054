package org.spindlebench.runner.cluster;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;

/**
 * The hosts with a running NodeManager, each with its node label. The label is empty in the default partition.
 *
 * @param open the hosts on which a queue may have containers
 * @param closed the hosts on which the queue may have none
 */
public record LabelledHosts(Map<String, String> open, Map<String, String> closed) {
    private static final String ANY = "*";

    public LabelledHosts {
        open = Collections.unmodifiableMap(new TreeMap<>(open));
        closed = Collections.unmodifiableMap(new TreeMap<>(closed));
    }

    static LabelledHosts of(QueueInfo queue, List<NodeReport> nodes) {
        Map<String, String> open = new TreeMap<>();
        Map<String, String> closed = new TreeMap<>();
        for (NodeReport node : nodes) {
            String label = label(node);
            (mayUse(queue, label) ? open : closed).put(node.getNodeId().getHost(), label);
        }
        // A host with several NodeManagers is open if at least one of them is open.
        closed.keySet().removeAll(open.keySet());
        return new LabelledHosts(open, closed);
    }

    static String label(NodeReport node) {
        Set<String> labels = node.getNodeLabels();
        // YARN gives a node at most one label.
        return labels == null || labels.isEmpty() ? "" : labels.iterator().next();
    }

    public LabelledHosts only(String label) {
        return new LabelledHosts(only(label, open), only(label, closed));
    }

    /** Returns the hosts that are in a set. */
    public LabelledHosts on(HostSet hosts) {
        return new LabelledHosts(on(hosts, open), on(hosts, closed));
    }

    private static Map<String, String> on(HostSet chosen, Map<String, String> hosts) {
        Map<String, String> found = new TreeMap<>(hosts);
        found.keySet().removeIf(host -> !chosen.has(host));
        return found;
    }

    private static Map<String, String> only(String label, Map<String, String> hosts) {
        Map<String, String> found = new TreeMap<>(hosts);
        found.values().removeIf(other -> !other.equals(label));
        return found;
    }

    /**
     * Returns whether a queue may use a label. The queue's list of labels, which omits the default partition, must
     * allow it. If the queue's share of the label's capacity is known, it must be above 0.
     */
    private static boolean mayUse(QueueInfo queue, String label) {
        Set<String> labels =
                queue == null || queue.getAccessibleNodeLabels() == null ? Set.of() : queue.getAccessibleNodeLabels();
        if (!label.isEmpty() && !labels.contains(ANY) && !labels.contains(label)) {
            return false;
        }
        Map<String, QueueConfigurations> shares = queue == null ? null : queue.getQueueConfigurations();
        QueueConfigurations share = shares == null ? null : shares.get(label);
        return share == null || share.getAbsoluteMaxCapacity() > 0;
    }

    /** A node label of YARN for all containers of jobs, which are ApplicationMasters, maps and reduces. */
    public record NodeLabel(String name) {
        /**
         * The keys of MapReduce in every version from 3.3 on. The first is for the whole job, and the default of the
         * other keys. Each other key is for one kind of container.
         */
        private static final List<String> KEYS = List.of(
                "mapreduce.job.node-label-expression",
                "mapreduce.job.am.node-label-expression",
                "mapreduce.map.node-label-expression",
                "mapreduce.reduce.node-label-expression");

        /** Returns Hadoop's generic options that apply this label to all of a client's jobs. */
        public List<String> arguments() {
            return KEYS.stream()
                    .flatMap(key -> Stream.of("-D", key + "=" + name))
                    .toList();
        }

        /** Returns whether a key selects nodes by label. */
        public static boolean isChosenBy(String key) {
            return KEYS.contains(key);
        }
    }
}
