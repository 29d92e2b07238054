package org.spindlebench.handover;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.spindlebench.runner.cli.Main;
import org.spindlebench.runner.console.CliContext;

/** Runs command lines in a directory, as users do. Work on a cluster fails. */
final class Session {
    private final Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    Session(Path directory) {
        this.directory = directory;
    }

    int run(String... args) {
        CliContext context = new CliContext(Map.of(), directory, () -> Instant.EPOCH, () -> 1);
        return Main.run(
                args,
                stream(out),
                stream(err),
                action -> {
                    throw new AssertionError("handing on needs no cluster");
                },
                () -> context);
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
