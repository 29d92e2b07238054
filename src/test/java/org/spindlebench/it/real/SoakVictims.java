package org.spindlebench.it.real;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.real.Strike.Victim;

/**
 * The processes that strikes may hit. They are looked for twice a second, since the search takes longer than some steps
 * of a run.
 */
final class SoakVictims implements AutoCloseable {
    private static final String MASTER = "MRAppMaster";
    private static final String PROBE = "org.spindlebench.jobs.probe.yarn.NodeProbe";
    private static final String PROBE_MASTER = "org.spindlebench.jobs.probe.yarn.ProbeMaster";
    private static final long LOOK_MILLIS = 500;

    private final ProcessCluster cluster;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Map<String, List<ProcessHandle>> found = Map.of();

    SoakVictims(ProcessCluster cluster) {
        this.cluster = cluster;
        Thread thread = new Thread(this::look, "victims");
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        try {
            do {
                found = Map.of(
                        MASTER, cluster.jvmsWith(MASTER),
                        PROBE, cluster.jvmsWith(PROBE),
                        PROBE_MASTER, cluster.jvmsWith(PROBE_MASTER));
            } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ProcessHandle> live(String kind) {
        return found.getOrDefault(kind, List.of()).stream()
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** Returns the live processes of a kind. */
    List<ProcessHandle> of(Victim victim) {
        List<ProcessHandle> all = new ArrayList<>();
        if (victim == Victim.MASTER) {
            all.addAll(live(MASTER));
        } else if (victim == Victim.PROBE) {
            all.addAll(live(PROBE));
            all.addAll(live(PROBE_MASTER));
        }
        return all;
    }

    boolean live(Victim victim) {
        return !of(victim).isEmpty();
    }

    /** Returns whether an ApplicationMaster of MapReduce lives that began after a moment. */
    boolean isMasterSince(Instant moment) {
        return live(MASTER).stream()
                .anyMatch(handle ->
                        handle.info().startInstant().orElse(Instant.EPOCH).isAfter(moment));
    }

    void kill(Victim victim) {
        of(victim).forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills the probe's container, its ApplicationMaster, or both, in turn. */
    void killProbe(int turn) {
        List<ProcessHandle> chosen =
                switch (turn % 3) {
                    case 0 -> live(PROBE);
                    case 1 -> live(PROBE_MASTER);
                    default -> of(Victim.PROBE);
                };
        (chosen.isEmpty() ? of(Victim.PROBE) : chosen).forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
