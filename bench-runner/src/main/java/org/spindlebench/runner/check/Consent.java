package org.spindlebench.runner.check;

import java.io.BufferedReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.run.Progress.Terminal;

/**
 * Asks the user before a campaign that takes a long time. Without a terminal, Spindle waits a short while instead, so
 * that the user can stop the campaign. Space that exceeds a limit is refused without a question.
 */
public final class Consent {
    /** The largest share of the free space of a running cluster, unless the user sets a limit. */
    static final double MOST_OF_CLUSTER = 0.1;

    /**
     * The largest share of the free space of directories in which Spindle starts a cluster, and of a running cluster for
     * sizes that Spindle itself chose.
     */
    public static final double MOST_OF_OWN = 0.5;

    /** Spindle asks the user before longer plans. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final double HOUR = 3600;
    private static final double GB = 1e9;

    private final PrintStream err;
    private final Optional<BufferedReader> terminal;
    private final Pause pause;

    /** Waits. */
    public interface Pause {
        void sleep(Duration time) throws InterruptedException;
    }

    /** @param terminal the user's input; empty if no user can be asked */
    public Consent(PrintStream err, Optional<BufferedReader> terminal, Pause pause) {
        this.err = err;
        this.terminal = terminal;
        this.pause = pause;
    }

    /** Returns a consent that Spindle requests on this process's terminal, if it has one. */
    public static Consent here(PrintStream err) {
        return new Consent(
                err,
                Terminal.canAsk() ? Optional.of(Terminal.input()) : Optional.empty(),
                time -> Thread.sleep(time.toMillis()));
    }

    /** Returns whether a plan needs consent because its time is long, or unknown and possibly long. */
    public static boolean isNeeded(Double seconds, boolean small) {
        return seconds == null ? !small : seconds > LONG.toSeconds();
    }

    /**
     * Asks for a plan, and returns whether it may begin.
     *
     * @param seconds the estimated duration; null if unknown
     */
    public boolean given(Double seconds) throws InterruptedException {
        String duration = seconds == null
                ? "All runs take an unknown time."
                : String.format(Locale.ROOT, "All runs take about %.1f hours.", seconds / HOUR);
        if (terminal.isPresent()) {
            return Terminal.ask(duration + " Begin?", err, terminal.get());
        }
        err.println(duration + " There is no terminal to ask on, so Spindle begins in " + PAUSE.toSeconds()
                + " s. To stop it: kill " + ProcessHandle.current().pid()
                + ". --yes leaves this pause out; --max-hours N refuses longer plans.");
        pause.sleep(PAUSE);
        return true;
    }

    /**
     * Returns a line for each space that exceeds the usual share of the free space, if the user has set no limit for it.
     *
     * @param half whether {@link #MOST_OF_OWN} is the usual share
     */
    public static List<String> exceededSpace(Estimate estimate, GuestLimits limits, boolean half) {
        List<String> exceeded = new ArrayList<>();
        double most = half ? MOST_OF_OWN : MOST_OF_CLUSTER;
        if (limits.hdfs() == null) {
            Estimate.Hdfs hdfs = estimate.hdfs();
            share("HDFS, replicas counted", hdfs.bytes(), hdfs.free(), most, "--max-hdfs", exceeded);
        }
        if (limits.local() == null) {
            Estimate.LocalSpace local = estimate.local();
            share(
                    "a node's local directories, for spills, shuffle and merges",
                    local.bytesPerNode(),
                    local.freePerNode(),
                    most,
                    "--max-local",
                    exceeded);
        }
        return exceeded;
    }

    private static void share(String where, long bytes, Long free, double most, String option, List<String> exceeded) {
        if (free != null && bytes > most * free) {
            exceeded.add(String.format(
                    Locale.ROOT,
                    "the plan takes %.1f GB of %s: %.0f %% of the %.1f GB that are free, and Spindle takes at most %.0f %%"
                            + " unless you say otherwise; lower --bytes-per-node, or permit more with %s SIZE or --yes",
                    bytes / GB,
                    where,
                    100.0 * bytes / free,
                    free / GB,
                    100 * most,
                    option));
        }
    }
}
