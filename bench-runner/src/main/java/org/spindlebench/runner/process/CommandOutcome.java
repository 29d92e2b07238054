package org.spindlebench.runner.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How a command of the operating system ended.
 *
 * @param ok exit 0 within the limit
 * @param output the end of what it printed, or why it did not run
 */
public record CommandOutcome(boolean ok, String output) {
    private static final int KEPT = 500;
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;
    private static final long POLL_MILLISECONDS = 100;

    /** A line as a user is to see it, of a file of somebody's: no character of it moves what stands around it. */
    public static String shown(String line) {
        return "`" + line.replace("\n", "\\n").replaceAll("[\\p{Cc}\\p{Cf}]", "?") + "`";
    }

    /** What a process does beside its work. */
    public interface Watcher {
        /** Told once, when it has been started. */
        void started(ProcessHandle process) throws IOException;

        /** Asked often: whether it is to be ended before its time. */
        boolean stops();

        /** Lets it run. */
        static Watcher unless(BooleanSupplier stops) {
            return new Watcher() {
                @Override
                public void started(ProcessHandle process) {
                    // Nobody asked.
                }

                @Override
                public boolean stops() {
                    return stops.getAsBoolean();
                }
            };
        }
    }

    /** Runs a command, and ends it, with all that it started, when its time is over. */
    public static CommandOutcome of(List<String> command, Duration limit) throws InterruptedException {
        return of(command, limit, () -> false);
    }

    private static CommandOutcome of(List<String> command, Duration limit, BooleanSupplier stops)
            throws InterruptedException {
        try {
            Path log = Files.createTempFile("spindle-command", ".log");
            try {
                return of(new ProcessBuilder(command), limit, log, Watcher.unless(stops));
            } finally {
                Files.deleteIfExists(log);
            }
        } catch (IOException e) {
            return new CommandOutcome(false, e.getMessage());
        }
    }

    /** The same of a line for a shell. */
    public static CommandOutcome ofShell(String line, Duration limit) throws InterruptedException {
        return ofShell(line, limit, () -> false);
    }

    /**
     * The same of a line that the user may end before its time.
     *
     * @param stops whether it is to end; asked often
     */
    public static CommandOutcome ofShell(String line, Duration limit, BooleanSupplier stops)
            throws InterruptedException {
        return of(List.of("sh", "-c", line), limit, stops);
    }

    /**
     * Runs a command in the same way, and keeps all that it prints. It can read one empty line, once the watcher was told of it, and then nothing: what would
     * ask its user ends.
     *
     * @param log a file for its output
     * @throws IOException when it cannot be started
     */
    public static CommandOutcome of(ProcessBuilder command, Duration limit, Path log, Watcher watcher)
            throws IOException, InterruptedException {
        Process process =
                command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            watcher.started(process.toHandle());
            go(process);
            String early = waitFor(process, limit, watcher);
            String end = end(log);
            String said = end.isEmpty() ? "" : ": " + end;
            if (!early.isEmpty()) {
                return new CommandOutcome(false, early + said);
            }
            return process.exitValue() == 0
                    ? new CommandOutcome(true, end)
                    : new CommandOutcome(false, "exit " + process.exitValue() + said);
        } finally {
            // The shell's own children too: one that wakes up later would disturb a later run. Found before the shell
            // ends, and ended after it, so that it starts no other in their place.
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static void go(Process process) {
        try (OutputStream in = process.getOutputStream()) {
            in.write('\n');
        } catch (IOException ended) {
            // Most commands read nothing, and some have ended by now.
            return;
        }
    }

    /** Why it must be ended; empty when it ended by itself. */
    private static String waitFor(Process process, Duration limit, Watcher watcher) throws InterruptedException {
        long begin = System.nanoTime();
        while (!process.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS)) {
            if (watcher.stops()) {
                return Interruption.REASON;
            }
            if (System.nanoTime() - begin > limit.toNanos()) {
                return "did not end within " + limit.toSeconds() + " s";
            }
        }
        return "";
    }

    private static String end(Path log) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            int bytes = (int) Math.min(file.length(), (long) KEPT * MOST_BYTES_OF_A_CHARACTER);
            byte[] last = new byte[bytes];
            file.seek(file.length() - bytes);
            file.readFully(last);
            // No strict decoding: what worked must not look failed for its words.
            String text = new String(last, StandardCharsets.UTF_8).strip();
            return text.substring(Math.max(0, text.length() - KEPT));
        }
    }
}
