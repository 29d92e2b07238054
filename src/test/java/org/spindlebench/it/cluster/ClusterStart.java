package org.spindlebench.it.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Starts the daemons, in parallel as far as possible, and watches them until all work together. */
final class ClusterStart {
    private final ClusterDaemons daemons;
    private final ClusterRest rest;
    private final long deadline;

    ClusterStart(ClusterDaemons daemons, ClusterRest rest, Duration limit) {
        this.daemons = daemons;
        this.rest = rest;
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    void run() throws InterruptedException {
        daemons.resourceManager().start();
        daemons.nodeManagers().forEach(Daemon::start);
        daemons.format().runToEnd(remaining().toMillis());
        daemons.nameNode().start();
        if (daemons.pair() != null) {
            await("become active", List.of(daemons.nameNode()), this::activates);
            daemons.pair().copy().runToEnd(remaining().toMillis());
            daemons.pair().standby().start();
        }
        daemons.dataNodes().forEach(Daemon::start);
        await("take directories", List.of(daemons.nameNode()), this::makeDirectories);
        daemons.historyServer().start();
        awaitAll();
        for (Daemon order : daemons.administration()) {
            order.runToEnd(remaining().toMillis());
        }
    }

    /** Returns whether the first of two NameNodes obeyed, which it does only when it has started. */
    private boolean activates() throws InterruptedException {
        try {
            daemons.pair().activate().runToEnd(remaining().toMillis());
            return true;
        } catch (IllegalStateException notYet) {
            return false;
        }
    }

    /** Waits until every daemon takes part. */
    void awaitAll() throws InterruptedException {
        await(
                "be live",
                daemons.dataNodes(),
                () -> rest.liveDataNodes() == daemons.dataNodes().size());
        await("answer", List.of(daemons.resourceManager()), () -> rest.runningNodeManagers() >= 0);
        await("be running", daemons.nodeManagers(), this::allNodeManagersRun);
        await("answer", List.of(daemons.historyServer()), this::historyAnswers);
    }

    private boolean allNodeManagersRun() throws IOException, InterruptedException {
        return rest.runningNodeManagers() == daemons.nodeManagers().size();
    }

    private boolean historyAnswers() throws IOException, InterruptedException {
        return rest.historyServer("/ws/v1/history/info").has("historyInfo");
    }

    /** Makes the directories that a distribution's installation makes, with their owners and permissions. */
    private boolean makeDirectories() throws IOException, InterruptedException {
        rest.makeDirectory("/tmp", "1777", "hdfs", "hadoop");
        rest.makeDirectory("/mr-history", "755", "mapred", "hadoop");
        rest.makeDirectory("/user", "755", "hdfs", "hadoop");
        rest.makeDirectory("/user/" + ProcessCluster.USER, "755", ProcessCluster.USER, ProcessCluster.USER);
        return true;
    }

    private void await(String what, List<Daemon> suspects, Await.Condition condition) throws InterruptedException {
        List<Daemon> started = daemons.all().stream().filter(Daemon::wasStarted).toList();
        boolean held = Await.within(remaining(), () -> {
            started.forEach(Daemon::requireAlive);
            return condition.holds();
        });
        if (!held) {
            List<String> failures = suspects.stream()
                    .map(suspect -> suspect.failure("did not come to " + what + " in time")
                            .getMessage())
                    .toList();
            throw new IllegalStateException(String.join("\n", failures));
        }
    }

    private Duration remaining() {
        return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    }
}
