package org.spindlebench.jobs.probe.yarn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Tracks the wanted hosts: whether they have a container, need one now, or are abandoned. If a container ends, another
 * one is requested. Each time, the wait for the same host is longer. The class does not depend on YARN, and the caller
 * provides the clock.
 */
final class HostContainers {
    /**
     * The exit code on a node that another container samples. YARN's own codes are negative or greater than this code.
     */
    static final int WATCHED_BY_ANOTHER = 17;

    private static final long NANOS = 1_000_000;
    private static final long FIRST_WAIT = 1_000 * NANOS;
    private static final long LONGEST_WAIT = 60_000 * NANOS;
    /** The lifetime after which a container is considered stable, so that the next wait is short again. */
    private static final long GOOD = 60_000 * NANOS;
    /** The largest number of containers that a partition may grant on wrong hosts, for each wanted host. */
    private static final int MOST_RELEASED_PER_HOST = 20;

    private final Map<String, String> labels;
    private final LongSupplier nanoTime;
    private final Map<String, String> hostOf = new HashMap<>();
    private final Set<String> asked = new HashSet<>();
    private final Set<String> doubled = new HashSet<>();
    private final Set<String> strangers = new TreeSet<>();
    private final Map<String, Long> begun = new HashMap<>();
    private final Map<String, Long> wait = new HashMap<>();
    private final Map<String, Long> notBefore = new HashMap<>();
    private final Map<String, Integer> released = new TreeMap<>();

    HostContainers(WantedHosts wanted, LongSupplier nanoTime) {
        this.labels = wanted.labels();
        this.nanoTime = nanoTime;
    }

    /** Returns the hosts that need a container now. Returns a host again only after its container has ended. */
    List<String> toAsk() {
        long now = nanoTime.getAsLong();
        List<String> hosts = new ArrayList<>();
        labels.forEach((host, label) -> {
            boolean due = !notBefore.containsKey(host) || now - notBefore.get(host) >= 0;
            if (due && !holds(host) && !doubled.contains(host) && !isGivenUp(label) && asked.add(host)) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    private boolean holds(String host) {
        return hostOf.containsValue(host);
    }

    /** Returns whether a labelled partition granted too many containers on wrong hosts, and gets no more requests. */
    boolean isGivenUp(String label) {
        return released.getOrDefault(label, 0) > MOST_RELEASED_PER_HOST * labels.size();
    }

    /**
     * Returns the hosts of labelled partitions that need no container now. A request for any host must not be granted
     * on these hosts.
     */
    Set<String> toAvoid() {
        Set<String> hosts = new TreeSet<>(strangers);
        labels.forEach((host, label) -> {
            if (!label.isEmpty() && !asked.contains(host)) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    /**
     * Returns whether to keep a granted container. It is kept if a container was requested for its host.
     *
     * @param label the label of the partition in the request
     */
    boolean keep(String container, String host, String label) {
        boolean wanted = label.equals(labels.get(host));
        if (!wanted || !asked.remove(host)) {
            if (!label.isEmpty()) {
                released.merge(label, 1, Integer::sum);
            }
            if (!wanted) {
                strangers.add(host);
            }
            return false;
        }
        hostOf.put(container, host);
        begun.put(host, nanoTime.getAsLong());
        return true;
    }

    /** Records that a container has ended, and returns its host; null if the container was not kept. */
    String ended(String container, int exitCode) {
        String host = hostOf.remove(container);
        if (host == null) {
            return null;
        }
        if (exitCode == WATCHED_BY_ANOTHER) {
            doubled.add(host);
            return host;
        }
        // The ended container may be the one that sampled the node, so a container is requested again for all of the
        // node's hosts.
        doubled.clear();
        long now = nanoTime.getAsLong();
        boolean good = now - begun.get(host) > GOOD;
        long next = good ? FIRST_WAIT : Math.min(LONGEST_WAIT, 2 * wait.getOrDefault(host, FIRST_WAIT / 2));
        wait.put(host, next);
        notBefore.put(host, now + next);
        return host;
    }
}
