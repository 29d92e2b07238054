package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.DataNodeControl;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.DamagedBlocks;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.collect.daemon.Masters;

/**
 * The damage of one run: stops a DataNode, waits until HDFS rebuilds its blocks, counts these while the job runs, waits
 * until all are rebuilt, and starts the DataNode again.
 */
public final class Rebuilding {
    static final String REBUILT = "damage: blocks rebuilt during the job";
    static final String RECOVERED = "damage: blocks rebuilt in the end";
    private static final String UNCOUNTED = "the file system does not count the blocks that lack replicas";

    /** How long HDFS may take to store the replicas of an input that was just written. */
    private static final Duration WHOLE = Duration.ofSeconds(60);

    /** How many times longer than a look the pause after it is at least. */
    private static final int PAUSE = 10;

    /** Below this share of the job during a rebuild, its slow-down is diluted. */
    private static final double MOST_OF_THE_JOB = 0.5;

    private final Storage storage;
    private final DataNodeControl control;
    private final Waits waits;
    private final Consumer<String> notes;
    private final BooleanSupplier stops;
    private final CountDownLatch closed = new CountDownLatch(1);

    private String input;
    private DataNodeAddress node;
    private Instant stopped;
    private Instant dead;
    private Instant started;
    /** Blocks that lacked replicas before, with those that were being copied. */
    private long before;

    // These are written by the thread that counts, once it runs.
    private volatile long now;
    private volatile long most;
    private volatile Instant recovered;

    /**
     * How long to wait.
     *
     * @param death until the NameNode counts the DataNode dead; by Hadoop's defaults it takes 10.5 minutes
     * @param rebuild until HDFS begins to rebuild blocks after that; by Hadoop's defaults it takes 5 minutes at most
     * @param recovery until all blocks are rebuilt
     * @param poll between two looks
     */
    public record Waits(Duration death, Duration rebuild, Duration recovery, Duration poll) {
        public Waits(Duration death, Duration recovery) {
            this(death, Duration.ofMinutes(6), recovery, Duration.ofMillis(500));
        }
    }

    /**
     * Prepares the damage of one run.
     *
     * @param notes receives messages for the user
     * @param stops returns whether the user wants to stop
     */
    public Rebuilding(
            Storage storage, DataNodeControl control, Waits waits, Consumer<String> notes, BooleanSupplier stops) {
        this.storage = storage;
        this.control = control;
        this.waits = waits;
        this.notes = notes;
        this.stops = stops;
    }

    /**
     * Chooses the DataNode: that on the host which the user names, or else on the host that stores most of the input.
     *
     * @param directory the directory of the job's input; null for a job without one
     * @param byHost the bytes of the input by host; empty if unknown, or without an input
     * @param hosts the hosts whose DataNodes may be stopped; null for all
     * @param heard the DataNodes with a recent heartbeat, as {@code host:port}; empty if unknown
     * @return the DataNode, as {@code host:port}
     * @throws IOException if the cluster does not have such a DataNode, or another one is away already
     */
    public String choose(String directory, Map<String, Long> byHost, HostSet hosts, Optional<List<String>> heard)
            throws IOException {
        input = directory;
        List<DataNodeAddress> all = storage.dataNodes();
        List<String> silent = all.stream()
                .map(DataNodeAddress::transfer)
                .filter(one -> heard.isPresent() && !heard.get().contains(one))
                .toList();
        if (!silent.isEmpty()) {
            throw new IOException("the NameNode has heard nothing of the DataNode " + FewNames.of(silent)
                    + " for " + Masters.STALE.toSeconds()
                    + " s, so Spindle stops no other one: blocks could lose all replicas. Start it, or wait"
                    + " until the client that stopped it has ended");
        }
        node = all.stream()
                .filter(one -> hosts == null || hosts.has(one.host()))
                .filter(one -> control.named().map(one.host()::equals).orElse(true))
                .min(Comparator.<DataNodeAddress>comparingLong(one -> -byHost.getOrDefault(one.host(), 0L))
                        .thenComparing(DataNodeAddress::transfer))
                .orElseThrow(() -> new IOException("the NameNode's web service names no live DataNode"
                        + control.named().map(host -> " on " + host).orElse("")
                        + ", so Spindle can stop none; check --datanode-host and the NameNode's HTTP port"));
        return node.transfer();
    }

    /**
     * Stops the chosen DataNode, and returns when HDFS rebuilds its blocks. Whether this fails or not,
     * {@link #startAgain} must follow.
     *
     * @throws IOException if the DataNode does not stop, HDFS rebuilds nothing, or other blocks have lost all replicas
     */
    public void stop() throws IOException, InterruptedException {
        DamagedBlocks sound = damaged();
        before = count();
        if (input != null) {
            await("HDFS to store all replicas of the input before the stop", WHOLE, this::isRebuilt);
        }
        notes.accept("stopping the DataNode " + node.transfer() + " on " + node.host());
        control.stop(node);
        stopped = Instant.now();
        await("the NameNode to count the DataNode " + node.transfer() + " dead", waits.death(), () -> !isLive());
        await(
                "HDFS to rebuild blocks of the DataNode " + node.transfer() + ", which may store none",
                waits.rebuild(),
                () -> !isRebuilt());
        dead = Instant.now();
        long missing = damaged().missing() - sound.missing();
        if (missing > 0) {
            throw new IOException(missing + " blocks of HDFS had their only replica on the stopped DataNode "
                    + node.transfer()
                    + "; Spindle starts it again. Raise the replication of their files, or name another"
                    + " host with --datanode-host");
        }
        Thread counter = new Thread(this::countUntilRecovered, "count of blocks that lack replicas");
        counter.setDaemon(true);
        counter.start();
    }

    /** The NameNode may not answer for a while, which is no death. */
    private boolean isLive() {
        List<DataNodeAddress> live = storage.dataNodes();
        return live.isEmpty() || live.stream().anyMatch(one -> one.transfer().equals(node.transfer()));
    }

    /**
     * Checks whether all blocks are rebuilt. The replicas of the input decide where there is one: the NameNode counts the
     * blocks of all users, and those that ask for as many replicas as there were DataNodes lack one to the end.
     */
    private boolean isRebuilt() throws IOException {
        now = count();
        most = Math.max(most, now);
        return input == null
                ? now <= before
                : storage.dataFiles(input).stream().allMatch(file -> file.leastReplicas() >= file.replication());
    }

    private DamagedBlocks damaged() throws IOException {
        return storage.damagedBlocks().orElseThrow(() -> new IOException(UNCOUNTED));
    }

    private long count() throws IOException {
        return storage.rebuilding().orElseThrow(() -> new IOException(UNCOUNTED));
    }

    /** Looks at the cluster once. */
    private interface Look {
        boolean done() throws IOException;
    }

    private void await(String what, Duration limit, Look look) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!look.done()) {
            if (stops.getAsBoolean()) {
                throw new IOException("interrupted");
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("waited " + limit.toSeconds() + " s in vain for " + what);
            }
            Thread.sleep(waits.poll().toMillis());
        }
    }

    private void countUntilRecovered() {
        try {
            long wait;
            do {
                long begin = System.nanoTime();
                try {
                    recovered = isRebuilt() ? Instant.now() : null;
                } catch (IOException | RuntimeException unknown) {
                    // The NameNode may not answer for a while, which only delays the count.
                    recovered = null;
                }
                // Looks at a large input so seldom that this is no load on the NameNode.
                wait = Math.max(waits.poll().toNanos(), PAUSE * (System.nanoTime() - begin));
            } while (recovered == null && !closed.await(wait, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until all blocks are rebuilt, or until the time limit.
     *
     * @throws IOException if the user wants to stop first
     */
    public void awaitRecovery() throws IOException, InterruptedException {
        new HealthyAgain(
                        waited -> recovered == null
                                ? List.of(
                                        input == null
                                                ? "replicas of " + Math.max(0, now - before)
                                                        + " blocks, which HDFS rebuilds"
                                                : "replicas of the input, which HDFS rebuilds")
                                : List.of(),
                        notes,
                        stops)
                .await(waits.recovery());
        if (recovered == null && stops.getAsBoolean()) {
            throw new IOException("interrupted");
        }
    }

    /** Starts the DataNode again, if it was to be stopped. The caller waits until the NameNode counts it. */
    public void startAgain() throws IOException, InterruptedException {
        closed.countDown();
        started = Instant.now();
        control.startAgain();
    }

    /**
     * Returns what was measured; null if no DataNode was stopped.
     *
     * @param history the job's history; null if unknown
     * @param job how the job ended; null if it was not submitted
     */
    public Rebuild measured(JobHistory history, EndedJob job) {
        if (stopped == null) {
            return null;
        }
        Instant begun = history == null
                ? null
                : Rebuild.firstTask(history.tasks(), history.times().launched());
        Instant ended = job == null ? null : job.yarnFinished();
        return new Rebuild(
                Rebuild.DATANODE_STOPPED,
                node.host(),
                node.transfer(),
                stopped,
                dead,
                recovered,
                started,
                before,
                most,
                Rebuild.seconds(stopped, dead),
                Rebuild.seconds(dead, recovered),
                Rebuild.overlap(begun, ended, dead, recovered));
    }

    /** Checks whether the job ran while HDFS rebuilt blocks, and whether all of them are rebuilt. */
    public void check(Rebuild measured, Consumer<Check> checks, Consumer<Warning> warnings) {
        boolean all = measured.recovered() != null;
        checks.accept(new Check(
                RECOVERED,
                input == null
                        ? "at most " + before + " that lack replicas, as before the DataNode was stopped"
                        : "all blocks of the input",
                all
                        ? "rebuilt after " + measured.recovery() + " s"
                        : "not yet after " + waits.recovery().toSeconds() + " s (--timeout)",
                all));
        boolean during = measured.overlap() != null && measured.overlap() > 0;
        checks.accept(new Check(
                REBUILT,
                "during a part of the job",
                measured.overlap() == null
                        ? "an unknown part of the job"
                        : String.format(Locale.ROOT, "during %.0f %% of the job", 100 * measured.overlap())
                                + (during
                                        ? ""
                                        : ": HDFS had rebuilt all " + (most - before) + " blocks before the job's first"
                                                + " task, so this run measured a sound cluster; raise --bytes-per-node"),
                during));
        if (during && measured.overlap() < MOST_OF_THE_JOB) {
            warnings.accept(new Warning(
                    "rebuild-short",
                    String.format(
                            Locale.ROOT,
                            "HDFS rebuilt blocks during only %.0f %% of the job, so that the slow-down says little of a"
                                    + " rebuild; raise --bytes-per-node, so that the stopped DataNode stores more blocks",
                            100 * measured.overlap())));
        }
    }
}
