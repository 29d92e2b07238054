package org.spindlebench.it.cluster;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** One daemon's JVM, which can be started, killed, stopped and started again. */
final class Daemon {
    private static final int TAIL_LINES = 80;

    private final String name;
    private final ProcessBuilder builder;
    private final Path log;
    private Process process;

    Daemon(String name, ProcessBuilder builder, Path log) {
        this.name = name;
        this.log = log;
        this.builder = builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
    }

    String name() {
        return name;
    }

    synchronized void start() {
        if (isAlive()) {
            throw new IllegalStateException(name + " already runs");
        }
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + name, e);
        }
    }

    synchronized boolean wasStarted() {
        return process != null;
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Kills the daemon without a chance to clean up, like a failing host. */
    synchronized void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Stops the daemon's process, which then keeps its sockets and answers nothing, like a host that hangs. */
    synchronized void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets a paused daemon go on. */
    synchronized void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    synchronized void askToEnd() {
        if (process != null) {
            process.destroy();
        }
    }

    /** Asks the daemon to end, and kills it if it has not ended within the time. */
    synchronized void stop(long milliseconds) throws InterruptedException {
        askToEnd();
        if (process != null) {
            if (!process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
                kill();
            }
        }
    }

    /** Runs a program that does its work and ends. */
    void runToEnd(long milliseconds) throws InterruptedException {
        start();
        if (!process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
            kill();
            throw failure("did not end within " + milliseconds + " ms");
        }
        if (process.exitValue() != 0) {
            throw failure("ended with exit code " + process.exitValue());
        }
    }

    void requireAlive() {
        if (!isAlive()) {
            throw failure("ended");
        }
    }

    IllegalStateException failure(String what) {
        return new IllegalStateException(
                name + ": " + what + "; the end of " + log + ":\n" + LogTail.of(log, TAIL_LINES));
    }
}
