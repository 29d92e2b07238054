package org.spindlebench.it.cluster;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Node labels of workers, which the ResourceManager stores and an administrator gives to hosts.
 *
 * @param byWorker labels by the worker's index
 */
record NodeLabels(Map<Integer, String> byWorker) {
    private static final String QUEUES = "yarn.scheduler.capacity.root";

    /** Returns the ResourceManager's settings; none without labels. */
    Map<String, String> resourceManager(ClusterLayout layout) {
        return byWorker.isEmpty()
                ? Map.of()
                : Map.of(
                        "yarn.node-labels.enabled", "true",
                        "yarn.node-labels.configuration-type", "centralized",
                        "yarn.node-labels.fs-store.root-dir", "file://" + layout.data("node-labels"));
    }

    /**
     * Returns the CapacityScheduler's settings: all of every label for the queue {@code default}, no label for the
     * small queue.
     */
    Map<String, String> capacityScheduler() {
        Map<String, String> settings = new TreeMap<>();
        if (!byWorker.isEmpty()) {
            settings.put(QUEUES + ".accessible-node-labels", "*");
            settings.put(QUEUES + ".default.accessible-node-labels", String.join(",", names()));
            // A space means no label; without it, a queue inherits labels.
            settings.put(QUEUES + "." + ProcessCluster.SMALL_QUEUE + ".accessible-node-labels", " ");
        }
        for (String name : names()) {
            settings.put(QUEUES + ".accessible-node-labels." + name + ".capacity", "100");
            settings.put(QUEUES + ".default.accessible-node-labels." + name + ".capacity", "100");
        }
        return settings;
    }

    /** Returns the arguments of each `yarn rmadmin` that an administrator runs, in this order. */
    List<List<String>> orders() {
        if (byWorker.isEmpty()) {
            return List.of();
        }
        String labels = names().stream()
                .map(name -> name + "(exclusive=" + !name.equals(ProcessCluster.LENT_LABEL) + ")")
                .collect(Collectors.joining(","));
        String hosts = byWorker.entrySet().stream()
                .map(worker -> Worker.host(worker.getKey()) + "=" + worker.getValue())
                .sorted()
                .collect(Collectors.joining(" "));
        return List.of(List.of("-addToClusterNodeLabels", labels), List.of("-replaceLabelsOnNode", hosts));
    }

    private SortedSet<String> names() {
        return new TreeSet<>(byWorker.values());
    }
}
