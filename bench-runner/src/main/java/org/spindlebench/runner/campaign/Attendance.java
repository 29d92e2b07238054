package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.SoleUse.StopRequest;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.process.ThisHost;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Progress.Point;

/**
 * Tells other terminals and gateways the progress of a running campaign, and receives their requests to stop it. It
 * uses files in the campaign's directory. In HDFS, it uses the names of empty files next to the campaign's lease, because
 * empty files need no block.
 */
final class Attendance {
    private static final Logger LOG = LoggerFactory.getLogger(Attendance.class);
    private static final long LOCAL_MILLIS = 1000;
    private static final int LOOKS_PER_REMOTE_LOOK = 20;
    private static final Duration NOTICE_LIMIT = Duration.ofSeconds(60);

    private final CampaignDirectory directory;
    private final SoleUse hold;
    private final Interruption interruption;
    private final Progress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Point written;

    private Attendance(CampaignDirectory directory, SoleUse hold, Interruption interruption, Progress progress) {
        this.directory = directory;
        this.hold = hold;
        this.interruption = interruption;
        this.progress = progress;
    }

    /**
     * The progress of a campaign, as {@code status.json} beside its records.
     *
     * @param pid the client's process on its host
     * @param point null before the first run
     */
    record StatusDocument(int schema, long pid, String host, Point point) {
        static final int SCHEMA = 1;

        static Path file(Path campaign) {
            return campaign.resolve("status.json");
        }
    }

    /** Returns the file that asks a client on the same file system to stop. */
    static Path stopFile(Path campaign) {
        return campaign.resolve("stop");
    }

    /** Begins to attend to a campaign. A request to stop an earlier start is removed. */
    static Attendance begin(CampaignDirectory directory, SoleUse hold, Interruption interruption, Progress progress)
            throws IOException {
        Files.deleteIfExists(stopFile(directory.root()));
        Attendance attendance = new Attendance(directory, hold, interruption, progress);
        Thread thread = new Thread(attendance::attend, "attendance");
        thread.setDaemon(true);
        thread.start();
        return attendance;
    }

    private void attend() {
        try {
            for (int look = 0; !closed.await(LOCAL_MILLIS, TimeUnit.MILLISECONDS); look++) {
                write();
                stopped(directory.root());
                if (look % LOOKS_PER_REMOTE_LOOK == 0) {
                    hold.attend(text()).ifPresent(this::stop);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String text() {
        Point point = progress.point();
        return point == null ? "begins" : point.run() + "-" + point.ended() + "-of-" + point.total();
    }

    private void write() {
        Point now = progress.point();
        if (now != null && !now.equals(written)) {
            try {
                JsonDocument.write(
                        StatusDocument.file(directory.root()),
                        new StatusDocument(
                                StatusDocument.SCHEMA, ProcessHandle.current().pid(), ThisHost.name(), now));
                written = now;
            } catch (IOException e) {
                LOG.debug("The status is not written", e);
            }
        }
    }

    private void stopped(Path campaign) {
        Path file = stopFile(campaign);
        if (Files.exists(file)) {
            try {
                StopRequest wish = StopRequest.of(Files.readString(file));
                Files.deleteIfExists(file);
                stop(wish);
            } catch (IOException e) {
                LOG.debug("The wish to stop is not read", e);
            }
        }
    }

    private void stop(StopRequest wish) {
        if (wish == StopRequest.NOW) {
            interruption.request(Duration.ZERO);
        } else {
            interruption.endAfterRun();
        }
    }

    /** Writes the last status, and stops attending to the campaign. */
    void close() {
        closed.countDown();
        write();
    }

    /** Runs the user's command that reports the end, with the outcome in its environment. */
    static void tell(String command, CampaignRequest request, int exitCode) throws InterruptedException {
        ProcessBuilder shell = new ProcessBuilder(List.of("sh", "-c", command));
        shell.environment()
                .putAll(Map.of(
                        "SPINDLE_CAMPAIGN", request.plan().campaign(),
                        "SPINDLE_RESULTS", request.directory().root().toString(),
                        "SPINDLE_EXIT_CODE", String.valueOf(exitCode)));
        try {
            Path log = Files.createTempFile("spindle-notify", ".log");
            try {
                CommandOutcome outcome =
                        CommandOutcome.of(shell, NOTICE_LIMIT, log, CommandOutcome.ProcessListener.unless(() -> false));
                if (!outcome.ok()) {
                    request.err().println("warning: the command of --notify failed: " + outcome.output());
                }
            } finally {
                Files.deleteIfExists(log);
            }
        } catch (IOException e) {
            request.err().println("warning: the command of --notify was not started: " + e.getMessage());
        }
    }
}
