package org.spindlebench.runner.cli;

import java.io.IOException;
import java.util.List;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.EstimateCheck;
import org.spindlebench.runner.run.Progress;

/** The command {@code run} for one setup, on an open cluster: check, run, sum up. */
final class CampaignAction {
    private final RunRequest request;
    private final CampaignDirectory directory;
    private final Progress progress;
    private final CampaignRun campaign;

    CampaignAction(RunRequest request, ClusterSession session) {
        this.request = request;
        this.directory = request.directory();
        this.progress = CampaignEnd.progress(request.plan(), directory, request.err());
        this.campaign = new CampaignRun(request, session, progress);
    }

    int run() throws IOException, InterruptedException {
        if (!request.options().resumed()) {
            List<String> problems = campaign.check();
            if (!problems.isEmpty()) {
                return ClusterActions.report(problems, request);
            }
            directory.create(request.plan(), campaign::keepConditions);
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            List<String> problems = request.options().resumed() ? campaign.check() : List.of();
            return problems.isEmpty() ? start() : ClusterActions.report(problems, request);
        } finally {
            lock.close();
        }
    }

    /** A signal lets the JVM end only when the table is printed, too. */
    private int start() throws IOException, InterruptedException {
        CampaignEnd end = new CampaignEnd(request.plan(), request.options(), request.out(), request.err());
        end.noteBegin(progress);
        return UntilSignal.run(interruption -> {
            CampaignRun.Ended ended = campaign.run(interruption);
            if (!ended.problems().isEmpty()) {
                return ClusterActions.report(ended.problems(), request);
            }
            if (!ended.interrupted()) {
                EstimateCheck.noteError(directory, progress);
            }
            return end.conclude(ended.interrupted());
        });
    }
}
