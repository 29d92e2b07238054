package org.spindlebench.runner.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.run.Calibration;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.Conditions;
import org.spindlebench.runner.run.Calibrations;
import org.spindlebench.runner.run.Calibrator;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Interruption;

/** The command {@code check --calibrate} on an open cluster: check, measure, keep, and show what now holds. */
final class CalibrateAction {
    private static final int HOOK_SECONDS = 45;

    private final RunRequest request;
    private final ClusterSession session;

    CalibrateAction(RunRequest request, ClusterSession session) {
        this.request = request;
        this.session = session;
    }

    int run() throws IOException, InterruptedException {
        CampaignPreparation preparation = CampaignPreparation.of(request, session);
        List<String> problems = new ClusterChecks(request, session, preparation).problems();
        if (!problems.isEmpty()) {
            return ClusterActions.report(problems, request);
        }
        Conditions conditions = Conditions.of(
                session.cluster().identity(), preparation.environment().shape());
        List<Calibration> measured = measure(preparation).stream()
                .map(slots -> new Calibration(conditions, slots, Instant.now()))
                .toList();
        Calibrations.add(request.options().out(), measured);
        request.out().println(CampaignPreparation.of(request, session).describe());
        request.err()
                .println("Kept in "
                        + ClusterActions.shown(request.options().out().resolve(Calibrations.NAME))
                        + " for campaigns on this cluster and queue.");
        return ClusterActions.report(problems, request);
    }

    /** A signal ends the job that sleeps, too. */
    private List<CalibratedSlots> measure(CampaignPreparation preparation) throws IOException, InterruptedException {
        Interruption interruption = new Interruption();
        Runnable forget =
                ClusterSession.onSignal(() -> interruption.request(Duration.ofSeconds(HOOK_SECONDS - 5)), HOOK_SECONDS);
        try {
            return new Calibrator(
                            ClusterAccess.of(session.cluster()),
                            preparation.settings(),
                            preparation.sizing(),
                            session.cluster().nodeHeartbeat(),
                            interruption,
                            request.err()::println)
                    .calibrate(request.plan());
        } finally {
            interruption.campaignEnded();
            forget.run();
        }
    }
}
