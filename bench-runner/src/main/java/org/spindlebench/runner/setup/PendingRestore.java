package org.spindlebench.runner.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.process.ThisHost;

/**
 * States that commands have changed a cluster, and have not changed it back. The file {@code restore-due.json} in the
 * campaign's directory exists from before the first command until the cluster is changed back, even if the client dies.
 *
 * @param setup the setup whose commands these are
 * @param restore the command that changes the cluster back
 * @param limit the time limit of the restore command, in seconds
 * @param healthyLimit the time in seconds in which the whole cluster must work again afterwards
 * @param since the time at which the cluster began to change
 * @param workers the daemons that must work again
 * @param command the command that was started last; null before the first command
 */
public record PendingRestore(
        int schema,
        String campaign,
        String setup,
        String restore,
        long limit,
        long healthyLimit,
        Instant since,
        Workers workers,
        Started command) {
    public PendingRestore {
        FileSafeName.require("the campaign", campaign);
        FileSafeName.require("the setup", setup);
    }

    public static final int SCHEMA = 1;

    private static final String NAME = "restore-due.json";

    /**
     * A process of the client's host.
     *
     * @param pid the process id, which another process may get later
     * @param at the time when the process began; null if the system does not state it
     * @param host the host's name; null in files of earlier versions
     * @param system the host's boot and container; null in files of earlier versions
     */
    public record Started(long pid, Instant at, String host, String system) {
        static Started of(ProcessHandle process) {
            return new Started(
                    process.pid(), process.info().startInstant().orElse(null), ThisHost.name(), ThisHost.system());
        }

        /** Checks whether this client can see the process, if it still runs. */
        boolean isOfThisHost() {
            return system == null || system.equals(ThisHost.system()) || hasBootedSince();
        }

        /** Checks whether the host booted after the process began, because a boot ends the process. */
        private boolean hasBootedSince() {
            return ThisHost.name().equals(host) && ThisHost.isOtherBoot(system);
        }

        boolean runs() {
            if (system != null && !system.equals(ThisHost.system())) {
                return false;
            }
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> !ThisHost.hasEnded(process.pid()))
                    .filter(process -> at == null
                            || process.info().startInstant().map(at::equals).orElse(true))
                    .isPresent();
        }
    }

    /** Returns the path of a campaign's pending restore, which need not exist. */
    public static Path file(Path campaign) {
        return campaign.resolve(NAME);
    }

    void delete(Path campaign) throws IOException {
        Files.delete(file(campaign));
    }

    /** Returns the campaigns below a directory that have a pending restore. */
    public static List<Path> campaigns(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> campaigns = Files.list(out)) {
            return campaigns
                    .filter(campaign -> Files.exists(file(campaign)))
                    .sorted()
                    .toList();
        }
    }

    /** Reads a campaign's pending restore; empty if it has none. */
    public static Optional<PendingRestore> of(Path campaign) throws IOException {
        if (!Files.exists(file(campaign))) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonDocument.read(file(campaign), PendingRestore.class, SCHEMA));
        } catch (InvalidDocumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    void write(Path campaign) throws IOException {
        JsonDocument.write(file(campaign), this);
    }

    Hook hook() {
        return new Hook(restore, Duration.ofSeconds(limit));
    }

    PendingRestore with(Started started) {
        return new PendingRestore(schema, campaign, setup, restore, limit, healthyLimit, since, workers, started);
    }
}
