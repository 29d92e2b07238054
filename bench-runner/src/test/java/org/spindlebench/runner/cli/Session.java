package org.spindlebench.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.jobs.JobCatalog;

/** Runs command lines in a directory, with a fixed clock and a fixed seed. */
public final class Session {
    public static final long SEED = 99;

    public static final String HEADER = "job,setup,duration_s,compression\n";
    public static final String TERASORT = """
            terasort,hdd-11,412.1,none
            terasort,hdd-11,405.7,none
            terasort,hdd-11,418.9,none
            terasort,hdd-11,409.3,none
            terasort,hdd-11,431.6,none
            terasort,ssd,251.4,none
            terasort,ssd,247.9,none
            terasort,ssd,255,none
            terasort,ssd,249.6,none
            terasort,ssd,262.3,none
            """;

    public final Recorded actions = new Recorded();
    private final Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    public Session(Path directory) {
        this.directory = directory;
    }

    public int run(String... args) {
        return run(actions, args);
    }

    /** Runs a command line, where something else does the work on a cluster. */
    public int run(ToIntFunction<ClusterAction> cluster, String... args) {
        Map<String, Supplier<String>> jobs = new LinkedHashMap<>();
        JobCatalog.names().forEach(job -> jobs.put(job, () -> "what " + job + " does"));
        Instant now = Instant.parse("2026-03-04T05:06:07Z");
        CliContext context = new CliContext(jobs, directory, () -> now, () -> SEED);
        return Main.run(args, stream(out), stream(err), cluster, () -> context);
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Writes a file into the working directory. */
    public void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
