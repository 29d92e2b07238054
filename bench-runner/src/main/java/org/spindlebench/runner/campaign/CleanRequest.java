package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.OpenCluster.ClusterLook;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Workspace;

/**
 * Removes the directories that campaigns left behind in HDFS, and ends the applications that still use them. If the
 * user allows this, it first changes the cluster back where a killed client left changes; otherwise, it names the
 * changes.
 *
 * @param dryRun whether to list the directories without removing them
 * @param force the campaign whose directories are removed even if a client uses them; empty to force only copies, null
 *     to force nothing
 * @param baseDir Spindle's directory in HDFS, as given to {@code run}
 * @param changed the changes that killed clients left
 */
public record CleanRequest(
        boolean dryRun, String force, String baseDir, PendingRestores changed, GenericOptions generic, PrintStream out)
        implements ClusterAction {
    private static final Duration KILL_LIMIT = Duration.ofSeconds(60);
    /** The time for which containers may continue after YARN has killed their application. */
    private static final Duration CONTAINERS_END = Duration.ofSeconds(5);

    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        LogLevels.quiet();
        if (!dryRun) {
            changed.settle(new ClusterLook(generic.hadoopArguments()), out);
        }
        Problems still = new Problems();
        changed.refuse(Command.RUN, still);
        still.list().forEach(out::println);
        try (ClusterConnection session = ClusterConnection.running(generic.hadoopArguments())) {
            remove(
                    session.cluster().storage(),
                    ResolvedVisit.absolute(baseDir, session.cluster()),
                    directory -> endApplications(session.cluster(), directory));
            return ExitCode.ALL_VALID.code();
        }
    }

    /** Ends the applications that use a directory. */
    interface Applications {
        void end(String directory) throws IOException, InterruptedException;
    }

    /** Removes the directories below the base directory that have no reason to stay. */
    void remove(Storage storage, String base, Applications applications) throws IOException, InterruptedException {
        List<String> leftovers = Workspace.leftovers(storage, base);
        for (String directory : leftovers) {
            Optional<String> reason = Workspace.reasonToKeep(storage, directory, force);
            if (reason.isPresent()) {
                out.println("kept " + directory + ": " + reason.get());
                continue;
            }
            if (!dryRun) {
                applications.end(directory);
                Workspace.remove(storage, directory);
            }
            out.println((dryRun ? "would remove " : "removed ") + directory);
        }
        if (leftovers.isEmpty()) {
            out.println("Spindle has no data under " + base + ".");
        }
    }

    /**
     * Ends the applications that a killed client left running, because they would write to the directory again after
     * its removal.
     */
    private void endApplications(HadoopCluster cluster, String directory) throws IOException, InterruptedException {
        Optional<String> campaign = Workspace.campaign(cluster.storage(), directory);
        if (campaign.isEmpty()) {
            return;
        }
        List<String> killed = new ArrayList<>();
        for (String tag :
                List.of(CampaignSettings.campaignTag(campaign.get()), CampaignSettings.probeTag(campaign.get()))) {
            killed.addAll(cluster.killTagged(tag, KILL_LIMIT));
        }
        if (!killed.isEmpty()) {
            out.println("ended " + String.join(", ", killed) + ", which used " + directory);
            Thread.sleep(CONTAINERS_END.toMillis());
        }
    }
}
