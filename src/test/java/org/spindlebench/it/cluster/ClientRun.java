package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A client's process, running or ended, and what it wrote to its standard streams. */
public final class ClientRun {
    private static final int TAIL_LINES = 60;
    private static final int KILLED_BY_INT = 130;
    private static final int KILLED_BY_TERM = 143;

    private final Process process;
    private final Path outFile;
    private final Path errFile;
    private final Duration timeout;

    public ClientRun(Process process, Path outFile, Path errFile, Duration timeout) {
        this.process = process;
        this.outFile = outFile;
        this.errFile = errFile;
        this.timeout = timeout;
    }

    /** Waits for the client and returns its exit code. Kills it and fails if its time is up. */
    public int waitFor() throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            throw new IllegalStateException("the client did not end within " + timeout + "\n" + tails());
        }
        return process.exitValue();
    }

    /** Returns the exit code of a client that has ended. */
    public int exitCode() {
        return process.exitValue();
    }

    /**
     * Interrupts the client as Ctrl-C does. If the build runs in a shell's background, its children ignore `kill -INT`;
     * `kill -TERM` has the same effect on them.
     *
     * @return the exit code of a client that this ends
     */
    public int interrupt() throws IOException, InterruptedException {
        String ignored = Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).trim())
                .findFirst()
                .orElseThrow();
        boolean deaf = (Long.parseUnsignedLong(ignored, 16) & 0b10) != 0;
        new ProcessBuilder("kill", deaf ? "-TERM" : "-INT", Long.toString(process.pid()))
                .start()
                .waitFor();
        return deaf ? KILLED_BY_TERM : KILLED_BY_INT;
    }

    /** Sends `kill -9`. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    public Process process() {
        return process;
    }

    public String out() throws IOException {
        return Files.readString(outFile);
    }

    public String err() throws IOException {
        return Files.readString(errFile);
    }

    /** Returns the ends of both streams, for a failing assertion's message. */
    public String tails() {
        return "out:\n" + LogTail.of(outFile, TAIL_LINES) + "\nerr:\n" + LogTail.of(errFile, TAIL_LINES);
    }
}
