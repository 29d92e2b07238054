package org.spindlebench.jobs.probe.yarn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;

/**
 * What is open with the scheduler. In the default partition a container is asked for by its host and not elsewhere; in a labelled one
 * schedulers take requests for any host only, and the hosts to be avoided are told beside them.
 */
final class HostRequests {
    private final AMRMClient<ContainerRequest> scheduler;
    private final WantedHosts hosts;
    private final Resource size;
    private final List<String> labels;
    private final Map<String, ContainerRequest> open = new HashMap<>();
    private final Set<String> avoided = new TreeSet<>();

    HostRequests(AMRMClient<ContainerRequest> scheduler, WantedHosts hosts, Resource size) {
        this.scheduler = scheduler;
        this.hosts = hosts;
        this.size = size;
        this.labels = new ArrayList<>(new TreeSet<>(hosts.labels().values()));
    }

    void ask(String host) {
        ContainerRequest request = request(host, hosts.label(host));
        open.put(host, request);
        scheduler.addContainerRequest(request);
    }

    /** The empty label is said, or else a queue's default label takes its place. */
    private ContainerRequest request(String host, String label) {
        return label.isEmpty()
                ? new ContainerRequest(size, new String[] {host}, null, priority(label), false, label)
                : new ContainerRequest(size, null, null, priority(label), true, label);
    }

    /** A partition has one of its own: of requests for any host that share one, the last one's label counts for all. */
    private Priority priority(String label) {
        return Priority.newInstance(1 + labels.indexOf(label));
    }

    /** The label of the partition that was asked for a container of this priority. */
    String label(Priority granted) {
        int index = granted.getPriority() - 1;
        return index >= 0 && index < labels.size() ? labels.get(index) : "";
    }

    /** The host has its container. */
    void fulfilled(String host) {
        remove(host);
    }

    private void remove(String host) {
        ContainerRequest request = open.remove(host);
        if (request != null) {
            scheduler.removeContainerRequest(request);
        }
    }

    /** A container of a partition went back, but counts as granted until it is asked for anew. */
    void askAgain(String label) {
        inPartition(label).stream().limit(1).map(open::get).forEach(request -> {
            scheduler.removeContainerRequest(request);
            scheduler.addContainerRequest(request);
        });
    }

    /** Nothing more is wanted of a labelled partition. */
    void giveUp(String label) {
        inPartition(label).forEach(this::remove);
    }

    private List<String> inPartition(String label) {
        return open.keySet().stream()
                .filter(host -> !label.isEmpty() && hosts.label(host).equals(label))
                .collect(Collectors.toList());
    }

    /** The hosts of labelled partitions on which nothing is to be granted; all others are free again. */
    void avoid(Set<String> now) {
        List<String> more = without(now, avoided);
        List<String> fewer = without(avoided, now);
        if (!more.isEmpty() || !fewer.isEmpty()) {
            scheduler.updateBlacklist(more, fewer);
            avoided.addAll(more);
            fewer.forEach(avoided::remove);
        }
    }

    private static List<String> without(Set<String> some, Set<String> others) {
        return some.stream().filter(host -> !others.contains(host)).collect(Collectors.toList());
    }
}
