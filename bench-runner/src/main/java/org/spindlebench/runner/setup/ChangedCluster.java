package org.spindlebench.runner.setup;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.conf.SetupWay.SetupCommands;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.setup.Restoration.HookRunner;
import org.spindlebench.runner.setup.Restoration.RestoreFailedException;

/**
 * A cluster under a setup of the kind {@code command}. The user's {@code apply} command changes the cluster. On close,
 * the {@code restore} command changes it back, even after errors. A {@link PendingRestore} is on disk from before
 * {@code apply} until after {@code restore}.
 */
public final class ChangedCluster implements AutoCloseable {
    private final CampaignDirectory directory;
    private final SetupCommands commands;
    private final ClusterHealth health;
    private final BooleanSupplier stops;
    private final Consumer<String> notes;
    private final HookRunner hooks;
    private PendingRestore due;

    private ChangedCluster(
            CampaignDirectory directory,
            PendingRestore due,
            SetupCommands commands,
            ClusterHealth health,
            BooleanSupplier stops,
            Consumer<String> notes) {
        this.directory = directory;
        this.due = due;
        this.commands = commands;
        this.health = health;
        this.stops = stops;
        this.notes = notes;
        this.hooks = new HookRunner(directory.conditions(), due.campaign(), due.setup());
    }

    /** The change to make. */
    public record Change(String setup, SetupCommands commands) {}

    /**
     * Saves that a restore is pending, and changes nothing yet.
     *
     * @param before the daemons that work before the change
     * @param stops returns whether the user wants to stop
     * @param notes receives messages for the user
     * @throws IOException if the pending restore cannot be saved; the cluster must then not be changed
     */
    public static ChangedCluster begin(
            CampaignDirectory directory,
            Change change,
            Workers before,
            ClusterHealth health,
            BooleanSupplier stops,
            Consumer<String> notes)
            throws IOException {
        SetupCommands commands = change.commands();
        PendingRestore due = new PendingRestore(
                PendingRestore.SCHEMA,
                directory.root().getFileName().toString(),
                change.setup(),
                commands.restore().command(),
                Math.max(1, commands.restore().limit().toSeconds()),
                Math.max(1, commands.healthyLimit().toSeconds()),
                Instant.now(),
                before,
                null);
        due.write(directory.root());
        return new ChangedCluster(directory, due, commands, health, stops, notes);
    }

    /**
     * Applies the setup: runs {@code apply}, waits until the cluster works, and runs {@code verify}.
     *
     * @return whether the setup is applied; false if the user wants to stop
     * @throws SetupFailedException if a command fails, or the cluster does not work in time
     */
    public boolean apply() throws IOException, InterruptedException {
        notes.accept("Setup " + due.setup() + ": applying (at most "
                + commands.apply().limit().toSeconds() + " s) with "
                + CommandOutcome.shown(commands.apply().command()) + " ...");
        run(HookRunner.APPLY, commands.apply(), "its apply command failed: ");
        List<String> missing = new HealthyAgain(waited -> health.missing(due.workers(), waited), notes, stops)
                .await(commands.healthyLimit());
        if (stops.getAsBoolean()) {
            return false;
        }
        if (!missing.isEmpty()) {
            throw failed("applied, but after " + commands.healthyLimit().toSeconds()
                    + " s the cluster is still not whole: " + FewNames.of(missing));
        }
        run(HookRunner.VERIFY, commands.verify(), "its verify command says that it is not in force: ");
        return !stops.getAsBoolean();
    }

    private void run(String name, Hook hook, String failure) throws IOException, InterruptedException {
        if (stops.getAsBoolean()) {
            return;
        }
        CommandOutcome outcome = hooks.run(name, hook, new Noting());
        if (!outcome.ok() && !stops.getAsBoolean()) {
            throw failed(failure + outcome.output());
        }
    }

    private SetupFailedException failed(String reason) {
        return new SetupFailedException("setup " + due.setup() + ": " + reason);
    }

    /** Changes the cluster back. All commands of this setup have ended by then. */
    @Override
    public void close() throws RestoreFailedException {
        new Restoration(directory.root(), health, notes).run(due.with(null));
    }

    /** Saves each command's process, so that a later client recognises a command that outlives this client. */
    private final class Noting implements CommandOutcome.ProcessListener {
        @Override
        public void started(ProcessHandle process) throws IOException {
            due = due.with(PendingRestore.Started.of(process));
            due.write(directory.root());
        }

        @Override
        public boolean stops() {
            return stops.getAsBoolean();
        }
    }

    /** Thrown if a setup's commands did not apply it. */
    public static final class SetupFailedException extends IOException {
        private static final long serialVersionUID = 1L;

        SetupFailedException(String message) {
            super(message);
        }
    }
}
