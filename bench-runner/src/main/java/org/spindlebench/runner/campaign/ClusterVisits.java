package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.campaign.Visits.VisitCheck;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.process.Leased;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ClusterHealth;

/** Makes visits on a request's cluster. Opens or starts the cluster for each check and for each visit. */
final class ClusterVisits implements Visits, AutoCloseable {
    private final Progress progress;

    /**
     * The session of a campaign's only visit. Runs use the session of the check, because nothing has changed in
     * between.
     */
    private Optional<ClusterSession> session = Optional.empty();

    private Optional<VisitRun> checked = Optional.empty();
    private Leased lease = Leased.NOT_NEEDED;

    ClusterVisits(Progress progress) {
        this.progress = progress;
    }

    private VisitRun open(VisitRequest visit) throws IOException, ClusterUnreachableException {
        close();
        session = Optional.of(OpenCluster.open(visit));
        return new VisitRun(visit, session.get(), () -> lease.require(), progress);
    }

    @Override
    public VisitCheck check(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException {
        VisitRun run = open(visit);
        try {
            List<String> problems = run.check();
            if (problems.isEmpty()) {
                problems = run.look();
            }
            if (problems.isEmpty()) {
                problems = run.learn();
            }
            if (!problems.isEmpty()) {
                return new VisitCheck(problems, Map.of(), Estimate.Time.UNKNOWN, () -> {});
            }
            checked = Optional.of(run).filter(ready -> isOnlyVisit(visit));
            return new VisitCheck(problems, run.slots(), run.time(), run::keepConditions);
        } finally {
            if (checked.isEmpty()) {
                close();
            }
        }
    }

    private static boolean isOnlyVisit(VisitRequest visit) {
        return visit.command() == Command.RUN
                && visit.plan().visits().size() == 1
                && visit.setup().commands().isEmpty();
    }

    @Override
    public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (checked.isPresent()) {
            // If this attempt fails, the next attempt opens and checks the cluster again.
            VisitRun ready = checked.get();
            checked = Optional.empty();
            return ready.run(experience, interruption);
        }
        VisitRun run = open(visit);
        try {
            List<String> problems = run.check();
            return problems.isEmpty() ? run.run(experience, interruption) : new VisitEnd(problems, false);
        } finally {
            // A campaign with one visit closes its cluster later, so that the table does not have to wait for the end
            // of the cluster.
            if (!isOnlyVisit(visit)) {
                close();
            }
        }
    }

    @Override
    public SoleUse hold(VisitRequest first) throws IOException, ClusterUnreachableException {
        if (first.cluster() == Cluster.EMBEDDED) {
            return SoleUse.NONE;
        }
        CampaignLease taken = CampaignLease.take(first);
        lease = taken;
        return taken;
    }

    @Override
    public Workers workers(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException {
        return OpenCluster.with(visit, session -> session.cluster().workers(VisitRun.HEARD_BEFORE));
    }

    @Override
    public ClusterHealth health(VisitRequest visit) {
        return OpenCluster.ClusterLook.of(visit.campaign());
    }

    @Override
    public void close() throws IOException {
        Optional<ClusterSession> opened = session;
        session = Optional.empty();
        if (opened.isPresent()) {
            opened.get().close();
        }
    }
}
