package org.spindlebench.runner.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.conf.SetupWay.SetupCommands;
import org.spindlebench.runner.run.CampaignDirectory;

/** A campaign's directory, a file in place of a cluster, and commands that change this file. */
final class Shell {
    static final Workers BEFORE = new Workers(List.of("a", "b"), List.of("a", "b"), List.of());

    final Path root;
    final List<String> notes = new ArrayList<>();
    private final Path cluster;

    Shell(Path directory) throws IOException {
        this.root = Files.createDirectories(directory.resolve("quick-1"));
        this.cluster = directory.resolve("cluster");
        Files.writeString(cluster, "as before\n");
    }

    /** Returns what the commands wrote, in order. */
    List<String> said() throws IOException {
        return Files.readAllLines(cluster);
    }

    /** Returns a command that adds a line. */
    String says(String word) {
        return "echo " + word + " >> '" + cluster + "'";
    }

    static Hook hook(String command) {
        return new Hook(command, Duration.ofSeconds(20));
    }

    static Hook hook(String command, Duration limit) {
        return new Hook(command, limit);
    }

    SetupCommands commands(String apply, String verify, String restore) {
        return new SetupCommands(hook(apply), hook(verify), hook(restore), Duration.ofSeconds(20));
    }

    SetupCommands usual() {
        return commands(says("applied"), says("verified"), says("restored"));
    }

    ChangedCluster begin(SetupCommands commands, ClusterHealth health, BooleanSupplier stops) throws IOException {
        return ChangedCluster.begin(
                new CampaignDirectory(root).ofSetup("ssd"),
                new ChangedCluster.Change("ssd", commands),
                BEFORE,
                health,
                stops,
                notes::add);
    }

    ChangedCluster begin(SetupCommands commands) throws IOException {
        return begin(commands, healthy(), () -> false);
    }

    /** Returns a check that always finds the cluster healthy, and notes each look in the cluster's file. */
    ClusterHealth healthy() {
        return (before, lately) -> {
            try {
                Files.writeString(cluster, "looked\n", java.nio.file.StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            return List.of();
        };
    }

    boolean isDue() {
        return Files.exists(PendingRestore.file(root));
    }

    String log(String name) throws IOException {
        return Files.readString(root.resolve("setups/ssd").resolve(name));
    }
}
