package org.spindlebench.runner.cli;

import java.io.IOException;
import java.util.List;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Preflight;
import org.spindlebench.runner.run.TaskFindings;

/** All that is checked on a cluster before the first run: from the client, then by a look around in a task. */
final class ClusterChecks {
    private final RunRequest request;
    private final ClusterSession session;
    private final CampaignPreparation preparation;

    ClusterChecks(RunRequest request, ClusterSession session, CampaignPreparation preparation) {
        this.request = request;
        this.session = session;
        this.preparation = preparation;
    }

    /** Everything that keeps the plan from running; empty when nothing does. */
    List<String> problems() throws IOException, InterruptedException {
        ClusterAccess access = ClusterAccess.of(session.cluster());
        List<String> problems = new Preflight(access, preparation.sizing()).problems(request.plan());
        // A resumed campaign was looked at when it started, and has data in its directory.
        return problems.isEmpty() && !request.options().resumed() ? inATask(access) : problems;
    }

    private List<String> inATask(ClusterAccess access) throws IOException, InterruptedException {
        TaskFindings findings = new TaskFindings(request.plan(), preparation.sizing());
        // An embedded cluster's nodes have no configuration files that could hold a setting final.
        if (session.isEmbedded() && !findings.hasCodecs()) {
            return List.of();
        }
        request.err().println("Looking around in a task ...");
        return findings.problems(access, preparation.settings());
    }
}
