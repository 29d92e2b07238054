package org.spindlebench.runner.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.run.Interruption;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ChangedCluster;

/** Brings one setup about, makes runs under it, and leaves the cluster as it was. */
final class SetupVisit {
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
        Workers before =
                ClusterActions.onCluster(request, session -> session.cluster().workers(HEARD_BEFORE));
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
        return ClusterActions.onCluster(request, session -> {
            CampaignRun run = new CampaignRun(request, session, progress);
            List<String> problems = run.check();
            return problems.isEmpty() ? run.run(interruption) : new CampaignRun.Ended(problems, false);
        });
    }
}
