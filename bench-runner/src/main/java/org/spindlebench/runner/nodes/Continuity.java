package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.collect.daemon.ClusterMembership;
import org.spindlebench.runner.collect.daemon.Masters;

/**
 * Checks whether a run had the same cluster from start to end. That means a single ApplicationMaster, masters that
 * answered throughout, and the daemons that the campaign began with, without a restart. Lost work is repeated
 * elsewhere, which takes time that has nothing to do with the storage.
 */
public final class Continuity {
    static final String DAEMONS = "same daemons throughout";
    private static final String MASTER = "one ApplicationMaster";
    private static final String FOR_A_TIME = "for a time, the cluster lacked ";

    /** Several attempts, because a daemon that does not answer may only be busy. */
    private static final int TRIES = 3;

    private final ClusterMembership.MembershipSource roll;
    private final Masters masters;
    private final Duration pause;
    private final Duration every;
    private LivenessMonitor watch;
    private ClusterMembership first;
    private ClusterMembership before;
    /** The list whose masters the user knows; null before the first list. */
    private ClusterMembership told;
    /** True if a daemon was away when the last run ended, so that waiting for it would only take time. */
    private boolean damaged;

    public Continuity(ClusterMembership.MembershipSource roll, Masters masters) {
        this(roll, masters, Duration.ofSeconds(3), Duration.ofSeconds(10));
    }

    /**
     * @param pause the time between two checks of a daemon that does not answer
     * @param every the time between two checks of the masters and DataNodes during a run
     */
    Continuity(ClusterMembership.MembershipSource roll, Masters masters, Duration pause, Duration every) {
        this.roll = roll;
        this.masters = masters;
        this.pause = pause;
        this.every = every;
    }

    /** Begins to watch the masters and DataNodes for a run. */
    public void watch() {
        end();
        watch = new LivenessMonitor(masters, every);
        before = null;
    }

    /**
     * Returns the failures of the cluster after {@link #watch}, and its missing parts now. It is for a run that failed,
     * so the method itself never fails.
     */
    public List<String> trouble() throws InterruptedException {
        Set<String> trouble = new LinkedHashSet<>(watch == null ? List.of() : watch.seen());
        List<String> missing = missing();
        missing.stream()
                .filter(master -> !trouble.contains(FOR_A_TIME + master))
                .forEach(trouble::add);
        if (before != null && missing.isEmpty()) {
            try {
                trouble.addAll(roll.call().restartedSince(before));
            } catch (IOException away) {
                // The missing daemons are named already.
                return List.copyOf(trouble);
            }
        }
        return List.copyOf(trouble);
    }

    /**
     * Returns the missing parts of the cluster: masters that do not work, daemons that the campaign began with, and
     * their storage.
     */
    public List<String> missing() throws InterruptedException {
        List<String> missing = new ArrayList<>(masters.missingForJobs());
        missing.addAll(masters.missingForHistories());
        if (missing.isEmpty() && first != null) {
            try {
                ClusterMembership now = roll.call();
                missing.addAll(now.awaySince(first));
                missing.addAll(now.faultsSince(first));
            } catch (IOException e) {
                missing.add("the list of daemons (" + FailureMessage.of(e) + ")");
            }
        }
        return missing;
    }

    /**
     * Records the daemons at the start of a run.
     *
     * @return warnings about masters that have changed, and about daemons whose loss Spindle would not see
     */
    public List<Warning> begin() throws IOException, InterruptedException {
        before = settled(damaged ? 1 : TRIES);
        first = first == null ? before : first;
        if (watch != null) {
            watch.expected = before;
        }
        List<Warning> warnings = new ArrayList<>();
        List<String> changed = before.changedMasters(told);
        told = before;
        if (!changed.isEmpty()) {
            warnings.add(new Warning(
                    "masters-changed",
                    "before this run, " + FewNames.of(changed)
                            + "; the active masters work, so the campaign goes on, but it stops if they fail, too"));
        }
        List<String> unseen = before.unseen();
        if (!unseen.isEmpty()) {
            warnings.add(new Warning(
                    "daemons-unseen",
                    "Spindle does not know " + FewNames.of(unseen)
                            + ", so a daemon may have been lost or restarted during"
                            + " this run; open the daemons' HTTP ports to the client"));
        }
        return warnings;
    }

    /** Ends the watch over the masters. */
    public void end() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    /** Returns the daemons once all daemons of the campaign's start answer, or after some tries. */
    private ClusterMembership settled(int most) throws IOException, InterruptedException {
        ClusterMembership now = roll.call();
        for (int tries = 1;
                first != null && tries < most && !now.awaySince(first).isEmpty();
                tries++) {
            Thread.sleep(pause.toMillis());
            now = roll.call();
        }
        return now;
    }

    /** Returns the daemons missing at any time since the run's start, each with the symptom; empty if none. */
    public List<String> lost() throws IOException, InterruptedException {
        Set<String> lost = new LinkedHashSet<>(watch == null ? List.of() : watch.seen());
        ClusterMembership now = settled(lost.isEmpty() ? TRIES : 1);
        damaged = !now.awaySince(first).isEmpty();
        lost.addAll(now.awaySince(first));
        lost.addAll(now.restartedSince(before));
        lost.addAll(now.ailingSince(first));
        List<String> away = before.awaySince(first);
        if (lost.isEmpty()) {
            away.forEach(daemon -> lost.add(daemon + " when the run began"));
            before.ailingSince(first).forEach(fault -> lost.add(fault + " when the run began"));
        }
        return List.copyOf(lost);
    }

    public static void check(List<String> lost, Consumer<Check> checks) {
        checks.accept(new Check(
                DAEMONS,
                "the masters, and every NodeManager and DataNode that the campaign began with",
                lost.isEmpty()
                        ? "all of them"
                        : String.join(", ", lost)
                                + "; make sure that all of them run, and that none is restarted during a campaign",
                lost.isEmpty()));
    }

    public static void check(EndedJob job, Consumer<Check> checks) {
        if (job.masters() != null) {
            boolean one = job.masters() == 1;
            checks.accept(new Check(
                    MASTER,
                    "1",
                    one
                            ? "1"
                            : job.masters()
                                    + ", because each but the last ended early and tasks started over; see why with"
                                    + " `yarn applicationattempt -list " + job.applicationId()
                                    + "`, and repeat the run in a new campaign",
                    one));
        }
    }

    /**
     * Checks from time to time whether the masters and the DataNodes work while a job runs. Clients wait for a master
     * that is away, and a DataNode that hung for a time works normally when the run ends.
     */
    private static final class LivenessMonitor {
        private final Masters masters;
        private final Duration every;
        /** The daemons at the start of the run; null before the run. */
        private volatile ClusterMembership expected;

        private final Set<String> seen = Collections.synchronizedSet(new LinkedHashSet<>());
        private final CountDownLatch closed = new CountDownLatch(1);

        LivenessMonitor(Masters masters, Duration every) {
            this.masters = masters;
            this.every = every;
            Thread thread = new Thread(this::look, "watch over the daemons");
            thread.setDaemon(true);
            thread.start();
        }

        private void look() {
            try {
                while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                    masters.missingForJobs().forEach(master -> seen.add(FOR_A_TIME + master));
                    ClusterMembership run = expected;
                    if (run != null) {
                        masters.heardDataNodes()
                                .map(run::unheard)
                                .orElse(List.of())
                                .forEach(node -> seen.add(
                                        FOR_A_TIME + node + " (no heartbeat for " + Masters.STALE.toSeconds() + " s)"));
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Returns the daemons that did not work at some time, each with the reason. */
        List<String> seen() {
            synchronized (seen) {
                return List.copyOf(seen);
            }
        }

        void close() {
            closed.countDown();
        }
    }
}
