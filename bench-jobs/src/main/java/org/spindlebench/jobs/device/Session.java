package org.spindlebench.jobs.device;

import java.util.concurrent.atomic.AtomicInteger;

/** What all stations of one probe share. */
final class Session {
    private final ProbeSettings settings;
    private final Engine engine;
    private final Deadline deadline;
    private final OwnDirectories directories;
    private final AtomicInteger streams = new AtomicInteger();

    Session(ProbeSettings settings, Engine engine, Deadline deadline, OwnDirectories directories) {
        this.settings = settings;
        this.engine = engine;
        this.deadline = deadline;
        this.directories = directories;
    }

    ProbeSettings settings() {
        return settings;
    }

    Engine engine() {
        return engine;
    }

    Deadline deadline() {
        return deadline;
    }

    OwnDirectories directories() {
        return directories;
    }

    /** A number that no other work of the probe has. */
    int nextStream() {
        return streams.getAndIncrement();
    }
}
