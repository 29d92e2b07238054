package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.runner.cluster.DataNodeControl;
import org.spindlebench.runner.cluster.DataNodeControl.Target;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.DamagedBlocks;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.collect.daemon.Roll;

/**
 * The damage of one run: stops a DataNode, waits until HDFS rebuilds its blocks, counts them while the job runs, waits
 * until all are rebuilt, and starts the DataNode again.
 */
public final class Rebuilding implements AutoCloseable {
    private static final String REBUILT = "damage: blocks rebuilt during the job";
    private static final String RECOVERED = "damage: blocks rebuilt in the end";

    private final Storage storage;
    private final String input;
    private final Roll.Call roll;
    private final DataNodeControl control;
    private final Waits waits;
    private final Consumer<String> notes;
    private final BooleanSupplier stops;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Target node;
    private Instant stopped;
    private Instant dead;
    private Instant started;
    private Long before;
    private long lackingBefore;
    private Long atStart;
    private Long atEnd;
    // These are written by the thread that counts, once it runs.
    private volatile long now;
    private volatile long most;
    private volatile Instant recovered;

    /**
     * How long to wait.
     *
     * @param death until the NameNode counts the DataNode dead; by Hadoop's defaults it takes 10.5 minutes
     * @param rebuild until HDFS begins to rebuild blocks after that
     * @param recovery until all blocks are rebuilt
     * @param poll between two looks
     */
    public record Waits(Duration death, Duration rebuild, Duration recovery, Duration poll) {
        private static final Duration REBUILD = Duration.ofMinutes(1);
        private static final Duration POLL = Duration.ofMillis(500);

        public Waits(Duration death, Duration recovery) {
            this(death, REBUILD, recovery, POLL);
        }
    }

    /**
     * Prepares the damage of one run.
     *
     * @param input the directory of the job's input; null for a job without one
     * @param notes receives messages for the user
     * @param stops returns whether the user wants to stop
     */
    public Rebuilding(
            Storage storage,
            String input,
            Roll.Call roll,
            DataNodeControl control,
            Waits waits,
            Consumer<String> notes,
            BooleanSupplier stops) {
        this.storage = storage;
        this.input = input;
        this.roll = roll;
        this.control = control;
        this.waits = waits;
        this.notes = notes;
        this.stops = stops;
    }

    /**
     * Chooses the DataNode: that on the host which the user names, or else on the one that stores most of the input.
     *
     * @param byHost the bytes of the input by host; empty if unknown, or without an input
     * @return the number of DataNodes
     * @throws IOException if the cluster does not have such a DataNode
     */
    public int choose(Map<String, Long> byHost) throws IOException, InterruptedException {
        List<Target> nodes = roll.call().dataNodes().stream()
                .map(address -> new Target(host(address), address))
                .toList();
        node = nodes.stream()
                .filter(one -> control.named().map(one.host()::equals).orElse(true))
                .min(Comparator.<Target>comparingLong(one -> -byHost.getOrDefault(one.host(), 0L))
                        .thenComparing(Target::address))
                .orElseThrow(() -> new IOException(
                        control.named().isPresent()
                                ? "no live DataNode of the campaign is on " + control.named().get()
                                        + " (--damage-host)"
                                : "the NameNode's web service does not say which DataNodes live, so Spindle cannot stop"
                                        + " one; open the NameNode's HTTP port to the client"));
        return nodes.size();
    }

    private static String host(String address) {
        int colon = address.lastIndexOf(':');
        return colon < 0 ? address : address.substring(0, colon);
    }

    /** Returns the chosen DataNode, as {@code host:port}. */
    public String dataNode() {
        return node.address();
    }

    /**
     * Stops the chosen DataNode, and returns when HDFS rebuilds its blocks. Whether it fails or not, {@link #startAgain}
     * must follow.
     *
     * @throws IOException if the DataNode does not stop, HDFS rebuilds nothing, or other blocks have lost all replicas
     */
    public void stop() throws IOException, InterruptedException {
        DamagedBlocks sound = storage.damagedBlocks()
                .orElseThrow(() -> new IOException("the file system does not count the blocks that lack replicas"));
        lackingBefore = sound.lacking();
        before = count();
        notes.accept("stopping the DataNode " + node.address());
        control.stop(node);
        stopped = Instant.now();
        await("the NameNode to count the DataNode " + node.address() + " dead", waits.death(), () -> !isLive());
        dead = Instant.now();
        await("HDFS to rebuild blocks of the DataNode " + node.address(), waits.rebuild(), () -> !isRebuilt());
        long missing = storage.damagedBlocks().map(DamagedBlocks::missing).orElse(0L);
        if (missing > sound.missing()) {
            throw new IOException((missing - sound.missing()) + " blocks of HDFS have no replica but that of the stopped"
                    + " DataNode " + node.address() + ", so nobody can read them; Spindle starts it again. Raise the"
                    + " replication of their files, or name another DataNode with --damage-host");
        }
        Thread counter = new Thread(this::countUntilRecovered, "count of blocks that lack replicas");
        counter.setDaemon(true);
        counter.start();
    }

    /**
     * Checks whether all blocks are rebuilt. The NameNode takes a block that is being copied off its list, and jobs that
     * write also make it wait for replicas, so the replicas of the input decide where there is one.
     */
    private boolean isRebuilt() throws IOException {
        now = count();
        most = Math.max(most, now);
        if (storage.damagedBlocks().map(DamagedBlocks::lacking).orElse(Long.MAX_VALUE) > lackingBefore) {
            return false;
        }
        return input == null
                ? now <= before
                : storage.dataFiles(input).stream().allMatch(file -> file.leastReplicas() >= file.replication());
    }

    private boolean isLive() throws IOException, InterruptedException {
        return roll.call().dataNodes().contains(node.address());
    }

    private long count() throws IOException {
        OptionalLong count = storage.rebuilding();
        if (count.isEmpty()) {
            throw new IOException("the file system does not count the blocks that lack replicas");
        }
        return count.getAsLong();
    }

    /** Looks at the cluster once. */
    private interface Look {
        boolean done() throws IOException, InterruptedException;
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

    /** The NameNode may not answer for a while, which only delays the count. */
    private void countUntilRecovered() {
        try {
            do {
                try {
                    if (isRebuilt()) {
                        recovered = Instant.now();
                    }
                } catch (IOException unknown) {
                    continue;
                }
            } while (recovered == null && !closed.await(waits.poll().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes that the job is about to be submitted. */
    public void jobBegins() {
        atStart = now;
    }

    /** Notes that the job has ended. */
    public void jobEnded() {
        atEnd = now;
    }

    /** Waits until no more blocks lack replicas than before the DataNode was stopped, or until the time limit. */
    public void awaitRecovery() throws InterruptedException {
        new HealthyAgain(
                        waited -> recovered == null
                                ? List.of("replicas of " + Math.max(0, now - before) + " blocks, which HDFS rebuilds")
                                : List.of(),
                        notes,
                        stops)
                .await(waits.recovery());
        close();
    }

    /** Starts the DataNode again, if it was to be stopped. The caller waits until the NameNode counts it. */
    public void startAgain() throws IOException, InterruptedException {
        close();
        started = Instant.now();
        control.startAgain();
    }

    /** Ends the count. */
    @Override
    public void close() {
        closed.countDown();
    }

    /**
     * Returns what was measured; null if no DataNode was stopped.
     *
     * @param begun when the job's first task began; null if unknown
     * @param ended when the job ended; null if unknown
     */
    public Rebuild measured(Instant begun, Instant ended) {
        if (stopped == null) {
            return null;
        }
        return new Rebuild(
                Rebuild.DATANODE_STOPPED,
                node.host(),
                node.address(),
                stopped,
                dead,
                recovered,
                started,
                before,
                most,
                atStart,
                atEnd,
                Rebuild.seconds(stopped, dead),
                Rebuild.seconds(dead, recovered),
                Rebuild.overlap(begun, ended, dead, recovered));
    }

    /** Checks whether the job ran while HDFS rebuilt blocks, and whether all of them are rebuilt. */
    public static void check(Rebuild measured, Duration limit, Consumer<Check> checks) {
        boolean all = measured.recovered() != null;
        checks.accept(new Check(
                RECOVERED,
                "at most " + measured.lackingBefore() + " that lack replicas, as before the DataNode was stopped",
                all
                        ? "recovered after " + measured.recovery() + " s"
                        : "more than that after " + limit.toSeconds() + " s (--timeout)",
                all));
        boolean during = !all || (measured.overlap() != null && measured.overlap() > 0);
        checks.accept(new Check(
                REBUILT,
                "for some of the job's time",
                !during
                        ? "none: HDFS had rebuilt all " + (measured.lackingMost() - measured.lackingBefore()) + " blocks "
                                + measured.recovery() + " s after the DataNode's death, before the job's first task, so"
                                + " that this run measured a sound cluster; raise --bytes-per-node"
                        : measured.overlap() == null
                                ? "for all of it"
                                : String.format(Locale.ROOT, "for %.0f %% of it", 100 * measured.overlap()),
                during));
    }
}
