package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small shell process that outlives this JVM: when this JVM is gone, it ends the cluster's container JVMs and removes
 * its files. It asks nothing of this JVM's end, so it also serves after a {@code kill -9}.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final String SCRIPT = "watchdog.sh";
    private static final long SWEEP_SECONDS = 30;

    private final WorkArea area;
    private final Process process;

    private Watchdog(WorkArea area, Process process) {
        this.area = area;
        this.process = process;
    }

    static Watchdog start(WorkArea area) throws IOException {
        Path script = area.root().resolve(SCRIPT);
        try (InputStream in = Watchdog.class.getResourceAsStream(SCRIPT)) {
            Files.copy(in, script);
        }
        return new Watchdog(
                area,
                launch(area, "watch", Long.toString(ProcessHandle.current().pid())));
    }

    /**
     * Ends what containers are left and removes the files; called when the daemons have stopped. What cannot be removed
     * now, the process removes after this JVM's end.
     */
    @Override
    public void close() {
        try {
            boolean swept = launch(area, "sweep", "0").waitFor(SWEEP_SECONDS, TimeUnit.SECONDS);
            if (swept && area.remove()) {
                process.destroy();
            }
        } catch (IOException e) {
            LOG.warn("What is left of the embedded cluster is removed when this JVM has ended: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process launch(WorkArea area, String mode, String pid) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            // A session of its own: a terminal's Ctrl-C or hang-up must not reach it.
            command.add("/usr/bin/setsid");
        }
        command.addAll(List.of("/bin/sh", area.root().resolve(SCRIPT).toString(), mode, pid, area.id()));
        area.made().forEach(dir -> command.add(dir.toString()));
        return new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
