package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.spindlebench.runner.campaign.CalibrateAction;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CleanRequest;
import org.spindlebench.runner.campaign.CampaignRunner;
import org.spindlebench.runner.campaign.OpenCluster;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.campaign.ResolvedVisit;
import org.spindlebench.runner.campaign.VisitRequest;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.run.Workspace;

/** The commands that need a cluster, on a real one. */
final class ClusterActions implements CommandActions {
    @Override
    public int act(ClusterAction action, PrintStream err) {
        return ClusterAction.guarded(err, action);
    }

    @Override
    public int run(CampaignRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return CampaignRunner.run(request);
        });
    }

    private static void settle(CampaignRequest request) throws IOException, InterruptedException {
        PendingRestores.of(request).settle(OpenCluster.ClusterLook.of(request), request.err());
    }

    @Override
    public int check(CampaignRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return CampaignRunner.check(request);
        });
    }

    @Override
    public int calibrate(CampaignRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            VisitRequest visit = request.firstVisits().get(0);
            return OpenCluster.with(visit, session -> new CalibrateAction(visit, session).run());
        });
    }

    @Override
    public int clean(CleanRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            LogLevels.quiet();
            try (ClusterSession session =
                    ClusterSession.running(request.generic().hadoopArguments())) {
                return clean(request, session);
            }
        });
    }

    private static int clean(CleanRequest request, ClusterSession session) throws IOException {
        Storage storage = session.cluster().storage();
        String base = ResolvedVisit.absolute(request.baseDir(), session.cluster());
        List<String> leftovers = Workspace.leftovers(storage, base);
        for (String directory : leftovers) {
            boolean dry = request.mode() == CleanRequest.Mode.DRY_RUN;
            if (!dry) {
                Workspace.remove(storage, directory);
            }
            request.out().println((dry ? "would remove " : "removed ") + directory);
        }
        if (leftovers.isEmpty()) {
            request.out().println("Nothing of Spindle's is under " + base + ".");
        }
        return ExitCode.ALL_VALID.code();
    }
}
