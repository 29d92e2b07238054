package org.spindlebench.it.cluster;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Node labels of workers: kept by the ResourceManager, and given to hosts by an administrator.
 *
 * @param byWorker labels by the index of the worker
 */
record NodeLabels(Map<Integer, String> byWorker) {
    private static final String QUEUES = "yarn.scheduler.capacity.root";

    /** Settings of the ResourceManager; none without labels. */
    Map<String, String> resourceManager(ClusterLayout layout) {
        return byWorker.isEmpty()
                ? Map.of()
                : Map.of(
                        "yarn.node-labels.enabled", "true",
                        "yarn.node-labels.configuration-type", "centralized",
                        "yarn.node-labels.fs-store.root-dir", "file://" + layout.data("node-labels"));
    }

    /** Settings of the CapacityScheduler: all of every label for the queue default, no label for the small one. */
    Map<String, String> capacityScheduler() {
        Map<String, String> settings = new TreeMap<>();
        if (!byWorker.isEmpty()) {
            settings.put(QUEUES + ".accessible-node-labels", "*");
            settings.put(QUEUES + ".default.accessible-node-labels", String.join(",", names()));
            // A space means none; without it a queue inherits.
            settings.put(QUEUES + "." + ProcessCluster.SMALL_QUEUE + ".accessible-node-labels", " ");
        }
        for (String name : names()) {
            settings.put(QUEUES + ".accessible-node-labels." + name + ".capacity", "100");
            settings.put(QUEUES + ".default.accessible-node-labels." + name + ".capacity", "100");
        }
        return settings;
    }

    /** What an administrator says, in this order; each time the arguments of `yarn rmadmin`. */
    List<List<String>> orders() {
        if (byWorker.isEmpty()) {
            return List.of();
        }
        String labels = names().stream().map(name -> name + "(exclusive=true)").collect(Collectors.joining(","));
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
