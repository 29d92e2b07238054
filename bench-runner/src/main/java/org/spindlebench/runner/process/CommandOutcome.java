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
import org.spindlebench.analysis.document.HumanText;

/**
 * The end of a command of the operating system.
 *
 * @param ok whether it ended with exit code 0 within the limit
 * @param output the last part of its output, or the reason why it did not run
 */
public record CommandOutcome(boolean ok, String output) {
    private static final int KEPT = 500;
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;
    private static final long POLL_MILLISECONDS = 100;

    /** Quotes a line from a file. Replaces control characters, so that they cannot hide or move other text. */
    public static String shown(String line) {
        return "`" + HumanText.visible(line.replace("\n", "\\n")) + "`";
    }

    /** Watches a process. */
    public interface ProcessListener {
        /** Called once, after the process has started. */
        default void started(ProcessHandle process) throws IOException {
            // Most watchers do not need the process.
        }

        /** Returns whether the process must be ended early. Spindle calls this often. */
        boolean stops();

        /** Returns a watcher that only ends the process on request. */
        static ProcessListener unless(BooleanSupplier stops) {
            return stops::getAsBoolean;
        }
    }

    /** Runs a command. At the time limit, kills it together with all processes that it started. */
    public static CommandOutcome of(List<String> command, Duration limit) throws InterruptedException {
        return of(command, limit, () -> false);
    }

    private static CommandOutcome of(List<String> command, Duration limit, BooleanSupplier stops)
            throws InterruptedException {
        try {
            Path log = Files.createTempFile("spindle-command", ".log");
            try {
                return of(new ProcessBuilder(command), limit, log, unnaming(log, stops));
            } finally {
                Files.deleteIfExists(log);
            }
        } catch (IOException e) {
            return new CommandOutcome(false, e.getMessage());
        }
    }

    /**
     * Returns a watcher that deletes a process's output file as soon as the process has it open. So no file remains if
     * this JVM is killed.
     */
    private static ProcessListener unnaming(Path log, BooleanSupplier stops) {
        return new ProcessListener() {
            @Override
            public void started(ProcessHandle process) throws IOException {
                Files.deleteIfExists(log);
            }

            @Override
            public boolean stops() {
                return stops.getAsBoolean();
            }
        };
    }

    /** Runs a line in a shell, and kills it at the time limit. */
    public static CommandOutcome ofShell(String line, Duration limit) throws InterruptedException {
        return ofShell(line, limit, () -> false);
    }

    /**
     * Runs a line in a shell that the user may end early.
     *
     * @param stops returns whether the command must end; called often
     */
    public static CommandOutcome ofShell(String line, Duration limit, BooleanSupplier stops)
            throws InterruptedException {
        return of(List.of("sh", "-c", line), limit, stops);
    }

    /**
     * Runs a command in the same way, and keeps all of its output. Once the watcher has been called, the command's
     * input is one empty line and then end of file. A command that prompts for input therefore ends instead of waiting.
     *
     * @param log a file for its output
     * @throws IOException if it cannot be started
     */
    public static CommandOutcome of(ProcessBuilder command, Duration limit, Path log, ProcessListener watcher)
            throws IOException, InterruptedException {
        Process process =
                command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            watcher.started(process.toHandle());
            go(process);
            String early = waitFor(process, limit, watcher);
            String end = end(file);
            String said = end.isEmpty() ? "" : ": " + end;
            if (!early.isEmpty()) {
                return new CommandOutcome(false, early + said);
            }
            return process.exitValue() == 0
                    ? new CommandOutcome(true, end)
                    : new CommandOutcome(false, "exit " + process.exitValue() + said);
        } finally {
            // Kills the shell's children, too, because a child that wakes up later would disturb a later run. They are
            // listed before the shell ends and killed after it, so that the shell cannot start others instead.
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static void go(Process process) {
        try (OutputStream in = process.getOutputStream()) {
            in.write('\n');
        } catch (IOException ended) {
            // This is no error: most commands read nothing, and some have already ended.
            return;
        }
    }

    /** Waits for the process. Returns why it must be killed; empty if it has ended. */
    private static String waitFor(Process process, Duration limit, ProcessListener watcher)
            throws InterruptedException {
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

    private static String end(RandomAccessFile file) throws IOException {
        int bytes = (int) Math.min(file.length(), (long) KEPT * MOST_BYTES_OF_A_CHARACTER);
        byte[] last = new byte[bytes];
        file.seek(file.length() - bytes);
        file.readFully(last);
        // Decoding is lenient: odd characters must not make a successful command fail.
        String text = new String(last, StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - KEPT));
    }
}
