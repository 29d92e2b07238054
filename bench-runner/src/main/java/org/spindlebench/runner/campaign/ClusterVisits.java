package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.spindlebench.runner.campaign.CampaignRunner.VisitCheck;
import org.spindlebench.runner.campaign.CampaignRunner.VisitEnd;
import org.spindlebench.runner.campaign.CampaignRunner.Visits;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ClusterHealth;

/** Makes visits on a request's cluster, which is opened, or started, for each check and each visit. */
final class ClusterVisits implements Visits, AutoCloseable {
    /** A DataNode that sent no heartbeat for this long counts as gone. */
    private static final Duration HEARD_BEFORE = Duration.ofMinutes(1);

    private final Progress progress;

    /** The campaign's only visit, which was just checked. It runs on the same session, since nothing has changed. */
    private Optional<CheckedVisit> checked = Optional.empty();

    ClusterVisits(Progress progress) {
        this.progress = progress;
    }

    /** A checked visit without problems, on an open cluster. */
    private record CheckedVisit(ClusterSession session, VisitRun visit) {}

    @Override
    public VisitCheck check(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException {
        ClusterSession session = OpenCluster.open(visit);
        boolean stays = false;
        try {
            VisitRun run = new VisitRun(visit, session, progress);
            List<String> problems = run.check();
            if (problems.isEmpty()) {
                problems = run.look();
            }
            stays = problems.isEmpty() && runsWhereItWasChecked(visit);
            if (stays) {
                checked = Optional.of(new CheckedVisit(session, run));
            }
            return problems.isEmpty()
                    ? new VisitCheck(problems, run.slots(), run.seconds(), run::keepConditions)
                    : new VisitCheck(problems, Map.of(), OptionalDouble.empty(), () -> {});
        } finally {
            if (!stays) {
                session.close();
            }
        }
    }

    private static boolean runsWhereItWasChecked(VisitRequest visit) {
        return visit.command() == Command.RUN
                && !visit.plan().isExperiment()
                && visit.setup().commands().isEmpty();
    }

    @Override
    public VisitEnd run(VisitRequest visit, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (checked.isPresent()) {
            return checked.get().visit().run(interruption);
        }
        return OpenCluster.with(visit, session -> {
            VisitRun run = new VisitRun(visit, session, progress);
            List<String> problems = run.check();
            return problems.isEmpty() ? run.run(interruption) : new VisitEnd(problems, false);
        });
    }

    @Override
    public Workers workers(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException {
        return OpenCluster.with(visit, session -> session.cluster().workers(HEARD_BEFORE));
    }

    @Override
    public ClusterHealth health(VisitRequest visit) {
        return OpenCluster.ClusterLook.of(visit.campaign());
    }

    @Override
    public void close() throws IOException {
        if (checked.isPresent()) {
            checked.get().session().close();
        }
    }
}
