package org.spindlebench.runner.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;

/**
 * Shows the progress of the campaign: on a terminal as one line that is overwritten, otherwise as one line per event.
 * Not thread-safe: only the campaign's thread may report. Any thread may ask for the {@link #point}.
 */
public final class Progress {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream err;
    private final boolean terminal;
    private final int total;
    private final LongSupplier nanos;
    private final long started;
    private final TimeLeft left;
    private long since;
    private RunSpec current;
    private String step = "";
    private int ended;
    private volatile Point point;

    public Progress(PrintStream err, boolean terminal, int total, TimeLeft left) {
        this(err, terminal, total, left, System::nanoTime);
    }

    Progress(PrintStream err, boolean terminal, int total, TimeLeft left, LongSupplier nanos) {
        this.err = err;
        this.terminal = terminal;
        this.total = total;
        this.left = left;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
        this.since = started;
    }

    /**
     * The progress of a campaign.
     *
     * @param run the current run, or the last one
     * @param step the step of that run; {@code ended} after its end
     * @param since the start of this step
     * @param ended the number of runs that have ended, including those of earlier starts
     * @param total the number of runs in the plan
     * @param left the estimated seconds for the rest; null if unknown
     */
    public record Point(String run, String step, Instant since, int ended, int total, Long left) {}

    /** Returns the progress of the campaign; null before the first run. */
    public Point point() {
        return point;
    }

    private void reach(String what) {
        point = new Point(
                current.id(),
                what,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                ended,
                total,
                left.left().map(Duration::toSeconds).orElse(null));
    }

    /** Prints a line that stays. */
    public void note(String text) {
        err.print((terminal ? CLEAR : "") + text + System.lineSeparator());
        err.flush();
    }

    void step(RunSpec run, String what) {
        if (current == null) {
            // The checks before the first run are made once.
            since = nanos.getAsLong();
        }
        current = run;
        step = what;
        reach(what);
        if (terminal) {
            live("");
        } else if (what.startsWith("prepare")) {
            note(head() + " " + what);
        }
    }

    void job(JobProgress job) {
        if (terminal) {
            live(String.format(Locale.ROOT, ": map %3.0f %%, reduce %3.0f %%", job.map() * 100, job.reduce() * 100));
        }
    }

    /** Accepts a run that ended before this campaign was resumed. */
    public void endedBefore(RunRecord before) {
        String run = before.identity().run();
        ended++;
        if (before.steps() == null) {
            left.ended(run);
        } else {
            left.ended(run, Duration.ofMillis(Math.round(before.steps().total() * 1000)));
        }
    }

    void ended(RunSpec run, RunRecord made) {
        long now = nanos.getAsLong();
        left.ended(run.id(), Duration.ofNanos(now - since));
        since = now;
        current = run;
        ended++;
        reach("ended");
        Double seconds = made.times() == null ? null : made.times().elapsed();
        note(String.format(
                Locale.ROOT,
                "%s %s%s%s",
                head(),
                made.status().name().toLowerCase(Locale.ROOT),
                seconds == null ? "" : String.format(Locale.ROOT, " %.1f s", seconds),
                made.reasons().isEmpty() ? remaining() : ": " + String.join("; ", made.reasons())));
    }

    private String head() {
        return "[" + current.index() + "/" + total + "] " + current.job() + " "
                + current.settings().getOrDefault("compression", "none")
                + (current.isWarmUp() ? " warm-up" : " repeat " + current.repeat());
    }

    private void live(String detail) {
        err.print(CLEAR + head() + " " + step + detail + ", elapsed " + clock(elapsed()) + remaining());
        err.flush();
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - started);
    }

    private String remaining() {
        return left.left().map(time -> ", about " + clock(time) + " left").orElse("");
    }

    static String clock(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    /** Detects terminals stream by stream; {@code System.console()} checks standard input and output together. */
    public static final class Terminal {
        private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
        private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
        private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

        private Terminal() {}

        public static boolean onStandardError() {
            return isTerminal(STANDARD_ERROR);
        }

        private static boolean onStandardInput() {
            return isTerminal(STANDARD_INPUT);
        }

        /** Returns whether a user can be asked. */
        public static boolean canAsk() {
            return onStandardError() && onStandardInput();
        }

        /** If a command prints nothing for a while, says on a terminal what the command does. */
        public static void tell(String doing, PrintStream err) {
            if (onStandardError()) {
                err.println(doing);
            }
        }

        /** Asks on this process's terminal, and returns whether the user agrees. */
        public static boolean ask(String question, PrintStream err) {
            return ask(question, err, input());
        }

        /** Returns what the user types. */
        public static BufferedReader input() {
            return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        }

        /** Asks until the answer is yes or no, and returns whether it is yes. The end of the input is no. */
        public static boolean ask(String question, PrintStream err, BufferedReader user) {
            try {
                while (true) {
                    err.print(question + " [y/n] ");
                    err.flush();
                    String answer = user.readLine();
                    if (answer == null) {
                        err.println();
                        return false;
                    }
                    switch (answer.trim().toLowerCase(Locale.ROOT)) {
                        case "y", "yes" -> {
                            return true;
                        }
                        case "n", "no" -> {
                            return false;
                        }
                        default -> err.println("Type y or n.");
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Checks whether a result on standard output may have colours: it is a terminal that supports them, and {@code
         * NO_COLOR} is not set.
         */
        public static boolean hasColours(Map<String, String> environment) {
            return environment.getOrDefault("NO_COLOR", "").isEmpty()
                    && !environment.getOrDefault("TERM", "dumb").equals("dumb")
                    && isTerminal(STANDARD_OUTPUT);
        }

        private static boolean isTerminal(Path descriptor) {
            try {
                String target = Files.readSymbolicLink(descriptor).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            } catch (IOException unknown) {
                return false;
            }
        }
    }
}
