package org.spindlebench.runner.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.CampaignDirectory;

/** Restores a changed cluster. It ends only at its own time limits, even if its client is asked to shut down. */
public final class Restoration {
    private final Path campaign;
    private final ClusterHealth health;
    private final Consumer<String> notes;

    /** Prepares the restoration for one campaign, from its directory. */
    public Restoration(Path campaign, ClusterHealth health, Consumer<String> notes) {
        this.campaign = campaign;
        this.health = health;
        this.notes = notes;
    }

    /**
     * Runs the restore command, waits until the cluster works, and deletes the file of the pending restore.
     *
     * @throws RestoreFailedException if one of these commands fails
     */
    public void run(PendingRestore due) throws RestoreFailedException {
        notes.accept("Setup " + due.setup() + ": restoring (at most " + due.limit() + " s) with "
                + CommandOutcome.shown(due.restore()) + " ...");
        try {
            attempt(due);
        } catch (IOException e) {
            throw told(due, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw told(due, "interrupted");
        }
        notes.accept("Setup " + due.setup() + ": the cluster is as it was.");
    }

    private void attempt(PendingRestore due) throws IOException, InterruptedException {
        refuseWhileACommandRuns(due);
        HookRunner hooks = new HookRunner(logs(due), due.campaign(), due.setup());
        CommandOutcome outcome =
                hooks.run(HookRunner.RESTORE, due.hook(), CommandOutcome.ProcessListener.unless(() -> false));
        if (!outcome.ok()) {
            throw new IOException("its restore command failed: " + outcome.output());
        }
        List<String> missing = new HealthyAgain(waited -> health.missing(due.workers(), waited), notes, () -> false)
                .await(Duration.ofSeconds(due.healthyLimit()));
        if (!missing.isEmpty()) {
            throw new IOException("restored, but after " + due.healthyLimit() + " s the cluster is still not whole: "
                    + FewNames.of(missing));
        }
        due.delete(campaign);
    }

    /** Refuses to restore while a command of a killed client still runs. */
    private static void refuseWhileACommandRuns(PendingRestore due) throws IOException {
        if (due.command() != null && !due.command().isOfThisHost()) {
            throw new IOException("a command of an earlier client was started on "
                    + due.command().host() + " (process "
                    + due.command().pid() + "), and Spindle cannot see from here whether it still runs: restore from"
                    + " there");
        }
        if (due.command() != null && due.command().runs()) {
            throw new IOException("a command of an earlier client still changes the cluster (process "
                    + due.command().pid() + "): wait until it has ended, or end it");
        }
    }

    private Path logs(PendingRestore due) {
        Path ofSetup = new CampaignDirectory(campaign).ofSetup(due.setup()).conditions();
        return Files.isDirectory(ofSetup) ? ofSetup : campaign;
    }

    private RestoreFailedException told(PendingRestore due, String reason) {
        RestoreFailedException failed =
                new RestoreFailedException("setup " + due.setup() + ": THE CLUSTER WAS NOT CHANGED BACK: " + reason
                        + ". Use --restore --allow-disruptive, or run by hand: " + due.restore());
        notes.accept("error: " + failed.getMessage());
        return failed;
    }

    /** Thrown if a setup's commands changed a cluster and it was not changed back. The restore stays pending. */
    public static final class RestoreFailedException extends IOException {
        private static final long serialVersionUID = 1L;

        RestoreFailedException(String message) {
            super(message);
        }
    }

    /**
     * Runs the commands of a setup, and keeps their output: {@code apply-1.log}, {@code verify-1.log},
     * {@code restore-1.log} and so on.
     *
     * @param directory the directory for their output
     * @param campaign the value of {@code SPINDLE_CAMPAIGN} in their environment
     * @param setup the value of {@code SPINDLE_SETUP} in their environment
     */
    record HookRunner(Path directory, String campaign, String setup) {
        static final String APPLY = "apply";
        static final String VERIFY = "verify";
        static final String RESTORE = "restore";

        /**
         * Makes a command wait until its process is saved. If the client is killed first, the command does nothing.
         */
        private static final String NOTED = "read -r noted || exit 1\nexec < /dev/null\n";

        /** Makes a command ignore Ctrl-C, which reaches every process of a terminal but must not end a restore. */
        private static final String UNDISTURBED = "trap '' INT HUP\n";

        /**
         * Runs a command.
         *
         * @param name {@link #APPLY}, {@link #VERIFY}, {@link #RESTORE} or {@code stop}
         * @return the end of the command; if it failed, the text names the log
         */
        CommandOutcome run(String name, Hook hook, CommandOutcome.ProcessListener watcher)
                throws IOException, InterruptedException {
            Files.createDirectories(directory);
            Path log = free(name);
            String line = NOTED + hook.command();
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", name.equals(RESTORE) ? UNDISTURBED + line : line);
            builder.environment().putAll(Map.of("SPINDLE_CAMPAIGN", campaign, "SPINDLE_SETUP", setup));
            CommandOutcome outcome = CommandOutcome.of(builder, hook.limit(), log, watcher);
            return outcome.ok() ? outcome : new CommandOutcome(false, outcome.output() + " (full text in " + log + ")");
        }

        private Path free(String name) {
            int number = 1;
            while (Files.exists(directory.resolve(name + "-" + number + ".log"))) {
                number++;
            }
            return directory.resolve(name + "-" + number + ".log");
        }
    }
}
