package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.runner.campaign.Visits.VisitCheck;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.RunLoop;
import org.spindlebench.runner.setup.ClusterHealth;

/** Visits whose runs the usual loop makes on a fake cluster. */
class FakeVisits implements Visits {
    final List<String> said = new ArrayList<>();
    final FakeCluster cluster;
    private final Progress progress;
    List<String> problems = List.of();
    Estimate.Time time = Estimate.Time.UNKNOWN;

    FakeVisits(FakeCluster cluster, Progress progress) {
        this.cluster = cluster;
        this.progress = progress;
    }

    @Override
    public SoleUse hold(VisitRequest first) {
        return SoleUse.NONE;
    }

    @Override
    public VisitCheck check(VisitRequest visit) {
        said.add("check " + visit.setup().name());
        return new VisitCheck(problems, Map.of(), time, () -> {
            if (visit.setup().declared().isPresent()) {
                AtomicFile.write(visit.directory().setup(), visit.setup().text());
            }
        });
    }

    @Override
    public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        said.add("run " + visit.setup().name());
        RunLoop loop = new RunLoop(
                        cluster.access(),
                        Fixtures.settings(visit.plan(), visit.visit(), new Cooling.NoCooling()),
                        visit.directory(),
                        Fixtures.sizing(Fixtures.shape(3)),
                        interruption,
                        progress)
                .with(experience);
        boolean interrupted = loop.run(Fixtures.SOFTWARE);
        return new VisitEnd(List.of(), interrupted, loop.stopped());
    }

    @Override
    public Workers workers(VisitRequest visit) {
        return new Workers(List.of("a"), List.of("a"), List.of());
    }

    @Override
    public ClusterHealth health(VisitRequest visit) {
        return (Workers before, Duration lately) -> List.of();
    }
}
