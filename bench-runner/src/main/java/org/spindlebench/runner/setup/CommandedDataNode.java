package org.spindlebench.runner.setup;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spindlebench.runner.cluster.DataNodeControl;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.setup.Restoration.HookRunner;

/**
 * Stops a DataNode of the user's cluster by the user's command, and starts it again by another one. A
 * {@link PendingRestore} is on disk from before the first command until the DataNode works again, so that a later client
 * can start it if this one dies.
 */
public final class CommandedDataNode implements DataNodeControl {
    private static final String STOP = "stop";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

    private final CampaignDirectory directory;
    private final String setup;
    private final DataNodeCommands commands;
    private final WorkersReader workers;
    private final ClusterHealth health;
    private final BooleanSupplier stops;
    private final Consumer<String> notes;
    private PendingRestore due;

    /**
     * The user's commands. In both, <code>${host}</code> stands for the DataNode's host.
     *
     * @param stop stops the DataNode
     * @param start starts it again
     * @param host the host whose DataNode is meant; null if Spindle chooses one
     */
    public record DataNodeCommands(String stop, String start, String host) {
        /** How long each command may take. */
        public static final Duration LIMIT = Duration.ofMinutes(10);

        /** How long the cluster may take to be whole again after the start. */
        public static final Duration HEALTHY = Duration.ofMinutes(15);

        /** The longest time that starting the DataNode can take. */
        public static final Duration TO_UNDO = LIMIT.plus(HEALTHY);

        static final String PLACE = "${host}";

        public DataNodeCommands {
            Objects.requireNonNull(stop, "stop");
            Objects.requireNonNull(start, "start");
        }

        private static String on(String host, String command) throws IOException {
            if (!HOST.matcher(host).matches()) {
                throw new IOException("`" + host + "` is no name of a host that Spindle puts into a command");
            }
            return command.replace(PLACE, host);
        }
    }

    /** Reads the daemons that work now. */
    public interface WorkersReader {
        Workers read() throws IOException, InterruptedException;
    }

    /**
     * Prepares the control of one visit.
     *
     * @param directory the campaign's directory, with the setup's conditions
     * @param setup the setup that the visit is about
     * @param workers reads the daemons before the DataNode is stopped
     * @param health tells whether they work again
     * @param stops returns whether the user wants to stop
     * @param notes receives messages for the user
     */
    public CommandedDataNode(
            CampaignDirectory directory,
            String setup,
            DataNodeCommands commands,
            WorkersReader workers,
            ClusterHealth health,
            BooleanSupplier stops,
            Consumer<String> notes) {
        this.directory = directory;
        this.setup = setup;
        this.commands = commands;
        this.workers = workers;
        this.health = health;
        this.stops = stops;
        this.notes = notes;
    }

    @Override
    public Optional<String> named() {
        return Optional.ofNullable(commands.host());
    }

    @Override
    public void stop(DataNodeAddress node) throws IOException, InterruptedException {
        String command = DataNodeCommands.on(node.host(), commands.stop());
        startEarlier();
        PendingRestore pending = new PendingRestore(
                PendingRestore.SCHEMA,
                directory.root().getFileName().toString(),
                setup,
                DataNodeCommands.on(node.host(), commands.start()),
                DataNodeCommands.LIMIT.toSeconds(),
                DataNodeCommands.HEALTHY.toSeconds(),
                Instant.now(),
                workers.read(),
                null,
                node.host());
        pending.write(directory.root());
        due = pending;
        notes.accept("The DataNode on " + node.host() + ": stopping it with " + CommandOutcome.shown(command) + " ...");
        CommandOutcome outcome = new HookRunner(directory.conditions(), due.campaign(), setup)
                .run(STOP, new Hook(command, DataNodeCommands.LIMIT), new Noting());
        if (!outcome.ok()) {
            throw new IOException(
                    "the command that stops the DataNode on " + node.host() + " failed: " + outcome.output());
        }
    }

    /** Starts the DataNode of an earlier run that did not start then. Its marker must not be overwritten before. */
    private void startEarlier() throws IOException {
        Optional<PendingRestore> earlier =
                PendingRestore.of(directory.root()).filter(pending -> pending.host() != null);
        if (earlier.isPresent()) {
            new Restoration(directory.root(), health, notes).run(earlier.get());
        }
    }

    /** Runs the user's command, and waits until the cluster is whole. */
    @Override
    public void startAgain() throws IOException {
        if (due != null) {
            PendingRestore last = due.with(null);
            due = null;
            new Restoration(directory.root(), health, notes).run(last);
        }
    }

    /** Saves the command's process, so that a later client recognises a command that outlives this client. */
    private final class Noting implements CommandOutcome.Watcher {
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
}
