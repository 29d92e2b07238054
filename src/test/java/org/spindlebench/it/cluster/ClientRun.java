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

    /** The exit code, when the client has ended; kills it and fails when its time is up. */
    public int waitFor() throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            throw new IllegalStateException("the client did not end within " + timeout + "\n" + tails());
        }
        return process.exitValue();
    }

    /** The exit code of a client that has ended. */
    public int exitCode() {
        return process.exitValue();
    }

    /**
     * What Ctrl-C does. Where the build itself runs in a shell's background, its children ignore `kill -INT`, and take `kill -TERM` alike.
     *
     * @return the exit code of a client that ends by it
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

    /** `kill -9`. */
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

    /** The ends of both streams, for a failing assertion's message. */
    public String tails() {
        return "out:\n" + LogTail.of(outFile, TAIL_LINES) + "\nerr:\n" + LogTail.of(errFile, TAIL_LINES);
    }
}
