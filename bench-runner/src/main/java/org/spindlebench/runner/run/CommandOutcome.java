package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How a command of the operating system ended.
 *
 * @param ok exit 0 within the limit
 * @param output the end of what it printed, or why it did not run
 */
public record CommandOutcome(boolean ok, String output) {
    private static final int KEPT = 500;

    /** Runs a command, and ends it, with all that it started, when its time is over. */
    public static CommandOutcome of(List<String> command, Duration limit) throws InterruptedException {
        try {
            Path log = Files.createTempFile("spindle-command", ".log");
            try {
                return run(command, limit, log);
            } finally {
                Files.deleteIfExists(log);
            }
        } catch (IOException e) {
            return new CommandOutcome(false, e.getMessage());
        }
    }

    /** The same of a line for a shell. */
    public static CommandOutcome ofShell(String line, Duration limit) throws InterruptedException {
        return of(List.of("sh", "-c", line), limit);
    }

    private static CommandOutcome run(List<String> command, Duration limit, Path log)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return new CommandOutcome(false, "did not end within " + limit.toSeconds() + " s");
            }
            // Not readString: it refuses what is not UTF-8, and what worked must not look failed for its words.
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
            String end = text.substring(Math.max(0, text.length() - KEPT));
            return process.exitValue() == 0
                    ? new CommandOutcome(true, end)
                    : new CommandOutcome(false, "exit " + process.exitValue() + (end.isEmpty() ? "" : ": " + end));
        } finally {
            // The shell's own children too: one that wakes up later would disturb a later run.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
