package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.spindlebench.runner.campaign.OpenCluster.ClusterLook;
import org.spindlebench.runner.check.EstimateCheck;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ChangedCluster;

/** Brings one setup about, makes runs under it, and leaves the cluster as it was. */
public final class SetupVisit {
    /** Beyond it a DataNode is as good as gone. */
    private static final Duration HEARD_BEFORE = Duration.ofMinutes(1);

    private final RunRequest request;
    private final Progress progress;

    /**
     * Of a campaign that has a directory and a lock.
     *
     * @param request its runs
     */
    SetupVisit(RunRequest request, Progress progress) {
        this.request = request;
        this.progress = progress;
    }

    /** What ending early takes at most: commands that were begun must be undone. */
    static Duration toEnd(Collection<RunRequest> requests) {
        return requests.stream()
                .flatMap(request -> request.setup().commands().stream())
                .map(commands -> commands.restore().limit().plus(commands.healthyLimit()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    CampaignRun.Ended make(Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (request.setup().commands().isEmpty()) {
            return runs(interruption);
        }
        SetupWay.Commands commands = request.setup().commands().get();
        Workers before = OpenCluster.with(request, session -> session.cluster().workers(HEARD_BEFORE));
        try (ChangedCluster changed = ChangedCluster.begin(
                request.directory(),
                new ChangedCluster.Change(request.setup().name(), commands),
                before,
                ClusterLook.of(request),
                interruption::requested,
                progress::note)) {
            return changed.apply() ? runs(interruption) : new CampaignRun.Ended(List.of(), true);
        }
    }

    private CampaignRun.Ended runs(Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        return OpenCluster.with(request, session -> {
            CampaignRun run = new CampaignRun(request, session, progress);
            List<String> problems = run.check();
            return problems.isEmpty() ? run.run(interruption) : new CampaignRun.Ended(problems, false);
        });
    }

    /** The command {@code run} for one setup that commands bring about: check on the cluster as it stands, change it, run, change it back, sum up. */
    public static final class ChangedCampaignAction {
        private final RunRequest request;
        private final CampaignDirectory directory;
        private final Progress progress;

        public ChangedCampaignAction(RunRequest request) {
            this.request = request;
            this.directory = request.directory();
            this.progress = CampaignEnd.progress(request.plan(), directory, request.err());
        }

        public int run() throws IOException, InterruptedException, ClusterUnreachableException {
            if (!request.options().resumed()) {
                List<String> problems = OpenCluster.with(request, session -> {
                    CampaignRun look = new CampaignRun(request, session, progress);
                    List<String> found = look.check();
                    if (found.isEmpty()) {
                        directory.create(request.plan(), look::keepConditions);
                    }
                    return found;
                });
                if (!problems.isEmpty()) {
                    return CampaignEnd.report(problems, request);
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
                    return CampaignEnd.report(ended.problems(), request);
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
}
