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
 * Which of the wanted hosts has its container, which needs one now, and which is given up. Containers that end are asked for again, each
 * time of a host after a longer wait. Knows nothing of YARN, and no clock of its own.
 */
final class HostContainers {
    /** Exit codes of YARN's own are negative or above it. */
    static final int WATCHED_BY_ANOTHER = 17;

    private static final long NANOS = 1_000_000;
    private static final long FIRST_WAIT = 1_000 * NANOS;
    private static final long LONGEST_WAIT = 60_000 * NANOS;
    /** A container that lives so long counts as a good one: the next wait is short again. */
    private static final long GOOD = 60_000 * NANOS;
    /** Containers in a partition that came from hosts where none was asked for, and went back. */
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

    /** Hosts for which a container is to be asked for now; each is given out once until its container came and ended. */
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

    /** Whether a labelled partition gave so many containers on wrong hosts that no more are asked of it. */
    boolean isGivenUp(String label) {
        return released.getOrDefault(label, 0) > MOST_RELEASED_PER_HOST * labels.size();
    }

    /** Hosts of labelled partitions on which no container is asked for now: a request for any host is not to be granted there. */
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
     * Whether a container that was granted is to be kept: one on a host for which one was asked.
     *
     * @param label of the partition that was asked
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

    /**
     * A container has ended.
     *
     * @return its host; null where it was none of those kept
     */
    String ended(String container, int exitCode) {
        String host = hostOf.remove(container);
        if (host == null) {
            return null;
        }
        if (exitCode == WATCHED_BY_ANOTHER) {
            doubled.add(host);
            return host;
        }
        // Who watches the node may be the one that ended: all of its hosts try again.
        doubled.clear();
        long now = nanoTime.getAsLong();
        boolean good = now - begun.get(host) > GOOD;
        long next = good ? FIRST_WAIT : Math.min(LONGEST_WAIT, 2 * wait.getOrDefault(host, FIRST_WAIT / 2));
        wait.put(host, next);
        notBefore.put(host, now + next);
        return host;
    }
}
