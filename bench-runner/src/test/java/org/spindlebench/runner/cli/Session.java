package org.spindlebench.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.spindlebench.runner.jobs.JobCatalog;

/** The command line in a directory, with a clock and a chance that stand still. */
final class Session {
    static final long SEED = 99;

    final Recorded actions = new Recorded();
    private final Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    Session(Path directory) {
        this.directory = directory;
    }

    int run(String... args) {
        Map<String, String> jobs = new LinkedHashMap<>();
        JobCatalog.names().forEach(job -> jobs.put(job, "what " + job + " does"));
        Instant now = Instant.parse("2026-03-04T05:06:07Z");
        Wiring wiring = new Wiring(jobs, directory, () -> now, () -> SEED);
        return Main.run(args, stream(out), stream(err), actions, wiring);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
