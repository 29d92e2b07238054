package org.spindlebench.runner.cli;

import java.io.IOException;
import java.util.List;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.EstimateCheck;
import org.spindlebench.runner.run.Interruption;
import org.spindlebench.runner.run.Progress;

/** The command {@code run} for one setup that commands bring about: check on the cluster as it stands, change it, run, change it back, sum up. */
final class ChangedCampaignAction {
    private final RunRequest request;
    private final CampaignDirectory directory;
    private final Progress progress;

    ChangedCampaignAction(RunRequest request) {
        this.request = request;
        this.directory = request.directory();
        this.progress = CampaignEnd.progress(request.plan(), directory, request.err());
    }

    int run() throws IOException, InterruptedException, ClusterUnreachableException {
        if (!request.options().resumed()) {
            List<String> problems = ClusterActions.onCluster(request, session -> {
                CampaignRun look = new CampaignRun(request, session, progress);
                List<String> found = look.check();
                if (found.isEmpty()) {
                    directory.create(request.plan(), look::keepConditions);
                }
                return found;
            });
            if (!problems.isEmpty()) {
                return ClusterActions.report(problems, request);
            }
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            return visit();
        } finally {
            lock.close();
        }
    }

    private int visit() throws IOException, InterruptedException {
        CampaignEnd end =
                new CampaignEnd(request.plan(), request.options(), request.generic(), request.out(), request.err());
        end.noteBegin(progress);
        return UntilSignal.run(SetupVisit.toEnd(List.of(request)), interruption -> {
            CampaignRun.Ended ended = visit(interruption);
            if (!ended.problems().isEmpty()) {
                return ClusterActions.report(ended.problems(), request);
            }
            if (!ended.interrupted() && ended.stopped().isEmpty()) {
                EstimateCheck.noteError(directory, progress);
            }
            return end.conclude(ended.interrupted());
        });
    }

    /** The conditions of its runs are those that the changed cluster gives them: the first visit is no other than one that is resumed. */
    private CampaignRun.Ended visit(Interruption interruption) throws IOException, InterruptedException {
        try {
            return new SetupVisit(request.with(request.plan(), true), progress).make(interruption);
        } catch (ClusterUnreachableException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
