package org.spindlebench.runner.guest;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Space;

/**
 * Decides before each run whether it may begin. A campaign ends when HDFS or a node's local directory becomes full, or
 * a limit of the user is reached. It waits outside the user's time window, and while others need the cluster.
 */
public final class Guard {
    /** A fuller HDFS balances badly, and NodeManagers stop using fuller directories (90 % by YARN's default). */
    static final double MOST_OF_HDFS = 0.85;

    static final double MOST_OF_LOCAL = 0.80;

    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
    private static final Duration NOTE_EVERY = Duration.ofMinutes(10);
    private static final long POLL_MILLIS = 200;
    private static final double GB = 1e9;

    private final GuestLimits limits;
    private final boolean shared;
    private final Storage storage;
    private final Others others;
    private final Clock clock;
    private final Duration lookEvery;

    private Optional<String> full = Optional.empty();

    /** The part of a cluster that others use. */
    public interface Others {
        /** Returns the share of the nodes' memory, from 0 to 1, in containers of others. */
        double share() throws IOException, InterruptedException;
    }

    /** @param shared whether others may use the cluster, so that it must not become full */
    public Guard(GuestLimits limits, boolean shared, Storage storage, Others others) {
        this(limits, shared, storage, others, Clock.system(ZoneId.systemDefault()), LOOK_EVERY);
    }

    Guard(GuestLimits limits, boolean shared, Storage storage, Others others, Clock clock, Duration lookEvery) {
        this.limits = limits;
        this.shared = shared;
        this.storage = storage;
        this.others = others;
        this.clock = clock;
        this.lookEvery = lookEvery;
    }

    /**
     * Waits until a run may begin.
     *
     * @param expected the time that the run may take; 0 if unknown
     * @param notes receives messages for the user
     * @param stops returns whether to wait no longer
     * @return the reason why neither this run nor a later one may begin; empty if this run may begin
     */
    public Optional<String> await(String job, Duration expected, Consumer<String> notes, BooleanSupplier stops)
            throws InterruptedException {
        long begin = System.nanoTime();
        long noted = -NOTE_EVERY.toNanos();
        while (true) {
            Optional<String> never = never(job, expected);
            Optional<String> wait = never.isPresent() ? Optional.empty() : notYet(job, expected);
            if (wait.isEmpty() || stops.getAsBoolean()) {
                return never;
            }
            long waited = System.nanoTime() - begin;
            if (waited - noted >= NOTE_EVERY.toNanos()) {
                noted = waited;
                notes.accept("Spindle waits before the next run: " + wait.get());
            }
            long until = System.nanoTime() + lookEvery.toNanos();
            while (System.nanoTime() < until && !stops.getAsBoolean()) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /**
     * Records the data that a run left.
     *
     * @param stored bytes of the campaign in HDFS after its job, with replicas; null if unknown
     * @param layouts the nodes during the run; empty if unknown
     */
    public void ended(Long stored, List<NodeLayout> layouts) {
        if (limits.hdfs() != null && stored != null && stored > limits.hdfs()) {
            full = Optional.of(String.format(
                    Locale.ROOT,
                    "the campaign stores %.1f GB in HDFS, and --max-hdfs permits %.1f GB",
                    stored / GB,
                    limits.hdfs() / GB));
        }
        (shared ? layouts : List.<NodeLayout>of()).forEach(node -> node.directories().stream()
                .filter(directory -> directory.role().equals(RoleIo.SHUFFLE))
                .filter(Guard::isFull)
                .findFirst()
                .ifPresent(directory -> full = Optional.of(String.format(
                        Locale.ROOT,
                        "the local directory %s on %s is %.0f %% full, and YARN soon stops using it (over %.0f %%)",
                        directory.path(),
                        node.node(),
                        100 * (1 - (double) directory.usable() / directory.total()),
                        100 * MOST_OF_LOCAL))));
    }

    private static boolean isFull(NodeLayout.Directory directory) {
        return directory.total() != null
                && directory.usable() != null
                && directory.total() > 0
                && directory.usable() < (1 - MOST_OF_LOCAL) * directory.total();
    }

    private Optional<String> never(String job, Duration expected) {
        if (full.isPresent()) {
            return full;
        }
        double fill = shared ? space().map(Space::fill).orElse(0.0) : 0;
        if (fill > MOST_OF_HDFS) {
            return Optional.of(String.format(
                    Locale.ROOT, "HDFS is %.0f %% full (more than %.0f %%)", 100 * fill, 100 * MOST_OF_HDFS));
        }
        if (limits.time() != null) {
            Duration used = Duration.between(limits.begun(), clock.instant());
            if (used.plus(expected).compareTo(limits.time()) > 0) {
                return Optional.of("the next run, which may take " + expected.toSeconds() + " s, would end more than "
                        + limits.time().toHours() + " h after the start (--max-hours)");
            }
        }
        if (limits.window() != null && expected.compareTo(limits.window().length()) > 0) {
            return Optional.of("a run of " + job + " takes " + expected.toMinutes()
                    + " min, which is longer than the window " + limits.window() + " (--window)");
        }
        return Optional.empty();
    }

    /** Returns the space in HDFS; empty if HDFS does not answer. */
    private Optional<Space> space() {
        try {
            return storage.space();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private Optional<String> notYet(String job, Duration expected) throws InterruptedException {
        TimeWindow window = limits.window();
        ZonedDateTime now = ZonedDateTime.now(clock);
        if (window != null && !window.contains(now)) {
            return Optional.of("the window " + window + " opens in "
                    + window.untilOpen(now).toMinutes() + " min");
        }
        if (window != null && expected.compareTo(window.left(now)) > 0) {
            return Optional.of("a run of " + job + " takes up to " + expected.toMinutes()
                    + " min and would not end in the window " + window + ", so it begins in the next one");
        }
        return limits.busy() == null ? Optional.empty() : busy();
    }

    private Optional<String> busy() throws InterruptedException {
        double share;
        try {
            share = others.share();
        } catch (IOException unknown) {
            return Optional.of("the ResourceManager does not say how much of the cluster others use");
        }
        return share <= limits.busy()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "others use %.0f %% of the nodes' memory, and --pause-when-busy permits %.0f %%",
                        100 * share,
                        100 * limits.busy()));
    }
}
