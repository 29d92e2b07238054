package org.spindlebench.runner.campaign;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.embedded.ClassArchive;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.setup.ClusterHealth;

/** Opens a request's cluster, or starts it. */
public final class OpenCluster {
    private OpenCluster() {}

    /** Work that needs an open cluster. */
    public interface ClusterWork<T> {
        T on(ClusterConnection session) throws IOException, InterruptedException;
    }

    /** Opens or starts a request's cluster, does the work and closes the cluster. */
    public static <T> T with(VisitRequest request, ClusterWork<T> work)
            throws IOException, InterruptedException, ClusterUnreachableException {
        try (ClusterConnection session = open(request)) {
            return work.on(session);
        }
    }

    /** Opens or starts a request's cluster. The caller closes it. */
    static ClusterConnection open(VisitRequest request) throws ClusterUnreachableException {
        if (request.options().verbose) {
            LogLevels.verbose();
        } else {
            LogLevels.quiet();
        }
        List<String> hadoop = new ArrayList<>(request.generic().hadoopArguments());
        request.setup().nodeLabel().map(NodeLabel::arguments).ifPresent(hadoop::addAll);
        return switch (request.cluster()) {
            case RUNNING -> running(hadoop);
            case EMBEDDED -> {
                request.err().println("Starting HDFS and YARN in this process ...");
                unusedSettings().ifPresent(request.err()::println);
                if (EmbeddedCluster.classArchive().isEmpty()) {
                    request.err()
                            .println("Spindle keeps about 100 MB in " + ClassArchive.userCache()
                                    + " from now on, so that later clusters start faster. To remove it: "
                                    + CommandText.of("clean", "--cache"));
                }
                yield embedded(request, hadoop);
            }
        };
    }

    /** Starts a cluster, on emulated disks if the setup wants them. */
    private static ClusterConnection embedded(VisitRequest request, List<String> hadoop)
            throws ClusterUnreachableException {
        Optional<EmulatedSetup> emulated = request.setup().emulated();
        // The laboratory puts this process into a control group. The JVM would then take the group's limit for the
        // machine's memory.
        EmbeddedOptions nodes = request.embedded();
        if (emulated.isEmpty()) {
            return ClusterConnection.embedded(nodes, hadoop);
        }
        try {
            Path all = request.options().lab.logs;
            Path logs = all == null ? null : all.resolve(request.plan().workspace(request.visit()));
            Closeable disks = Laboratory.in(request.options().lab.place(), request.err()::println)
                    .forVisit(emulated.get(), logs);
            try {
                return ClusterConnection.embedded(nodes, hadoop).on(disks);
            } catch (ClusterUnreachableException | RuntimeException e) {
                disks.close();
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterUnreachableException("the emulated disks were not made: interrupted", e);
        } catch (IOException e) {
            throw new ClusterUnreachableException("the emulated disks were not made: " + FailureMessage.of(e), e);
        }
    }

    /** Names the settings of an installed Hadoop that Spindle does not use; empty if there are none. */
    private static Optional<String> unusedSettings() {
        List<String> unused;
        try {
            unused = EmbeddedCluster.unusedSettings();
        } catch (IOException unreadable) {
            unused = List.of(unreadable.getMessage());
        }
        return unused.isEmpty()
                ? Optional.empty()
                : Optional.of("Spindle does not use the settings in " + String.join(", ", unused)
                        + ": an embedded cluster has Hadoop's defaults and Spindle's own settings.");
    }

    private static List<String> missingHistories(HadoopCluster cluster) {
        try {
            new Collectors(cluster).probe();
            return List.of();
        } catch (IOException e) {
            return List.of("the JobHistoryServer (" + FailureMessage.of(e) + ")");
        }
    }

    /** Opens a running cluster. If that fails, the message also suggests starting one. */
    private static ClusterConnection running(List<String> hadoop) throws ClusterUnreachableException {
        try {
            return ClusterConnection.running(hadoop);
        } catch (ClusterUnreachableException e) {
            throw new ClusterUnreachableException(
                    e.getMessage() + " Or start a cluster on this machine with --embedded.", e);
        }
    }

    /**
     * Checks the health of the running cluster.
     *
     * @param hadoopArguments Hadoop's generic options that name the cluster
     */
    public record ClusterLook(List<String> hadoopArguments) implements ClusterHealth {
        public static ClusterLook of(CampaignRequest request) {
            return new ClusterLook(request.generic().hadoopArguments());
        }

        @Override
        public List<String> missing(Workers before, Duration lately) {
            LogLevels.quiet();
            try (ClusterConnection session = ClusterConnection.running(hadoopArguments)) {
                HadoopCluster cluster = session.cluster();
                if (cluster.isInSafeMode()) {
                    return List.of("the end of HDFS's safe mode");
                }
                List<String> missing = cluster.workers(lately).missingSince(before);
                return missing.isEmpty() ? missingHistories(cluster) : missing;
            } catch (IOException | ClusterUnreachableException e) {
                return List.of("an answer from HDFS and YARN (" + FailureMessage.of(e) + ")");
            }
        }
    }
}
