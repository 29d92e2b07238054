package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.task.Endings.Preemption;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.DamagedBlocks;
import org.spindlebench.runner.cluster.Storage.StoredFile;

/**
 * Checks whether a cause other than storage has lengthened or spoiled a run: replicas of its input that were missing or
 * moved, tasks that ran again, or a clock that was set. Blocks of other users that HDFS rebuilds only lead to a
 * warning, because a shared cluster always has some.
 */
public final class Damage {
    static final String ATTEMPTS = "failed and killed task attempts";
    static final String REPLICAS = "replicas of the input";
    static final String CLOCK = "duration by YARN's clock";

    /** The largest clock difference that delays of heartbeats and gradual corrections can cause. */
    private static final double CLOCK_SECONDS = 2;

    private static final double MILLIS = 1000.0;

    private final Storage storage;
    private final int mostAttempts;
    /** The smallest number of blocks without all of their replicas before any run. No job of the campaign ran then. */
    private long quiet = Long.MAX_VALUE;

    /** @param mostAttempts the largest number of failed and killed attempts of a valid run */
    public Damage(Storage storage, int mostAttempts) {
        this.storage = storage;
        this.mostAttempts = mostAttempts;
    }

    /**
     * The replicas of an input at one moment.
     *
     * @param byHost bytes by DataNode's host; empty if unknown
     * @param incomplete the files with a block that lacks a replica
     */
    public record Replicas(Map<String, Long> byHost, List<String> incomplete) {}

    /** Reads the replicas of an input; null for a job without one. */
    public Replicas replicas(String input) throws IOException {
        if (input == null) {
            return null;
        }
        return new Replicas(
                new TreeMap<>(storage.bytesByHost(input)),
                storage.dataFiles(input).stream()
                        .filter(file -> file.leastReplicas() < file.replication())
                        .map(StoredFile::name)
                        .toList());
    }

    /** Warns of blocks that HDFS has lost or rebuilds. Call this when no job of the campaign runs. */
    public Optional<Warning> rebuilding() {
        Optional<DamagedBlocks> found;
        try {
            found = storage.damagedBlocks();
        } catch (IOException unknown) {
            found = Optional.empty();
        }
        if (found.isEmpty()) {
            return Optional.of(new Warning(
                    "hdfs-health-unknown",
                    "the NameNode did not say how many blocks lack replicas, so HDFS may have rebuilt some during this"
                            + " run"));
        }
        long low = found.get().lacking();
        quiet = Math.min(quiet, low);
        if (low <= quiet && found.get().missing() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Warning(
                "hdfs-rebuilding",
                String.format(
                        Locale.ROOT,
                        "blocks of HDFS that lacked replicas when this run began: %d (fewest before a run of this"
                                + " campaign: %d), and"
                                + " blocks without any replica: %d. HDFS may have rebuilt some during the run. See `hdfs"
                                + " fsck / -list-corruptfileblocks` and `hdfs dfsadmin -report`",
                        low,
                        quiet,
                        found.get().missing())));
    }

    /**
     * Checks the replicas of an input before and after a run.
     *
     * @param before null for a job without input, and so is {@code after}
     */
    public static void checkReplicas(
            Replicas before, Replicas after, Consumer<Check> checks, Consumer<Warning> warnings) {
        if (before == null || after == null) {
            return;
        }
        List<String> found = new ArrayList<>();
        lacking(before, "when the run began").ifPresent(found::add);
        lacking(after, "when the run ended").ifPresent(found::add);
        if (before.byHost.isEmpty() || after.byHost.isEmpty()) {
            warnings.accept(new Warning(
                    "input-replicas-unknown",
                    "the file system did not say which hosts store the input, so that replicas may have been lost or moved"
                            + " during this run"));
        } else if (!before.byHost.equals(after.byHost)) {
            TreeSet<String> hosts = new TreeSet<>(before.byHost.keySet());
            hosts.addAll(after.byHost.keySet());
            hosts.removeIf(host -> before.byHost.getOrDefault(host, 0L).equals(after.byHost.getOrDefault(host, 0L)));
            found.add("replicas were lost, moved or added during the run on " + FewNames.of(List.copyOf(hosts))
                    + " (by a rebuild, a balancer or a mover)");
        }
        checks.accept(new Check(
                REPLICAS,
                "all of them, on the same hosts from start to end",
                found.isEmpty() ? "all of them, on the same hosts from start to end" : String.join("; ", found),
                found.isEmpty()));
    }

    private static Optional<String> lacking(Replicas replicas, String when) {
        return replicas.incomplete.isEmpty()
                ? Optional.empty()
                : Optional.of(FewNames.of(replicas.incomplete) + " lacked replicas " + when);
    }

    /** Checks the number of wasted attempts. Attempts that YARN preempted are another check's matter. */
    public void checkAttempts(List<TaskTimes> tasks, Consumer<Check> checks) {
        List<TaskTimes> lost = tasks.stream()
                .filter(task -> "FAILED".equals(task.state()) || "KILLED".equals(task.state()))
                .filter(task -> !Preemption.preempted(task))
                .toList();
        checks.accept(new Check(
                ATTEMPTS,
                "at most " + mostAttempts + " (--failed-attempts sets it)",
                lost.isEmpty() ? "0" : lost.size() + ", such as " + describe(lost.get(0)),
                lost.size() <= mostAttempts));
    }

    private static String describe(TaskTimes task) {
        String where = task.host() == null ? "" : " on " + task.host();
        String why = task.note() == null
                ? ""
                : ": " + task.note().strip().lines().findFirst().orElse("");
        return task.attempt() + " (" + task.state().toLowerCase(Locale.ROOT) + where + why + ")";
    }

    /** Checks the job's duration by YARN's clock against the limits that this client's clock gives. */
    public static void checkClock(EndedJob job, Consumer<Check> checks) {
        if (job.seen() == null || job.yarnStarted() == null || job.yarnFinished() == null) {
            return;
        }
        double seconds = Duration.between(job.yarnStarted(), job.yarnFinished()).toMillis() / MILLIS;
        double least = job.seen().least() - CLOCK_SECONDS;
        double most = job.seen().most() + CLOCK_SECONDS;
        boolean agrees = seconds >= least && seconds <= most;
        checks.accept(new Check(
                CLOCK,
                String.format(Locale.ROOT, "%.1f to %.1f s, by the client's clock", Math.max(0, least), most),
                String.format(Locale.ROOT, "%.1f s", seconds)
                        + (agrees
                                ? ""
                                : "; a clock was set, this client slept, or another ResourceManager took over. Keep the"
                                        + " clocks in step (with chrony, for example), and repeat the run"),
                agrees));
    }
}
