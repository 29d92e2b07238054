package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.check.Calibrator;
import org.spindlebench.runner.check.PastRuns;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.SmallPlan;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.run.Calibration;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.Calibrations;
import org.spindlebench.runner.run.Calibration.ClusterConditions;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Progress.Terminal;
import org.spindlebench.runner.run.RunLoop;

/** Runs {@code check --calibrate} on an open cluster: checks the cluster, and measures, saves and prints its slots. */
public final class CalibrateAction {
    private final VisitRequest request;
    private final ClusterConnection session;

    public CalibrateAction(VisitRequest request, ClusterConnection session) {
        this.request = request;
        this.session = session;
    }

    public int run() throws IOException, InterruptedException {
        ResolvedVisit resolved = ResolvedVisit.of(request, session);
        ClusterChecks checks = new ClusterChecks(request, session, resolved);
        List<String> problems = checks.problems();
        if (!problems.isEmpty()) {
            return CampaignConsole.report(problems, request.campaign());
        }
        ClusterConditions conditions = ClusterConditions.of(
                session.cluster().identity(), resolved.environment().shape());
        List<Calibration> measured = measure(resolved).stream()
                .map(slots -> new Calibration(conditions, slots, Instant.now()))
                .toList();
        Calibrations.add(request.options().out, measured);
        ResolvedVisit calibrated = ResolvedVisit.of(request, session);
        request.out().println(calibrated.describe());
        boolean valid = new SmallRuns(request, session, calibrated)
                .make(SmallPlan.of(request.plan()))
                .isEmpty();
        checks.estimateAgain(calibrated);
        checks.describeEstimate().ifPresent(request.out()::println);
        request.err()
                .println("Saved in " + CommandText.shown(request.options().out)
                        + " for campaigns on this cluster and queue.");
        if (!valid) {
            request.err()
                    .println(
                            "error: a small run was invalid, so the plan's runs would probably be invalid too; see the reasons above");
            return ExitCode.RUN_FAILED.code();
        }
        return CampaignConsole.report(problems, request.campaign());
    }

    private List<CalibratedSlots> measure(ResolvedVisit resolved) throws IOException, InterruptedException {
        try (UntilSignal signal = new UntilSignal()) {
            return new Calibrator(
                            ClusterAccess.of(session.cluster()),
                            resolved.settings(),
                            resolved.sizing(),
                            session.cluster().nodeHeartbeat(),
                            signal.interruption(),
                            request.err()::println)
                    .calibrate(request.visit().runs());
        }
    }

    /** Makes small runs, to measure how long a plan takes. Their records are not results. */
    static final class SmallRuns {
        private final VisitRequest request;
        private final ClusterConnection session;
        private final ResolvedVisit resolved;

        SmallRuns(VisitRequest request, ClusterConnection session, ResolvedVisit resolved) {
            this.request = request;
            this.session = session;
            this.resolved = resolved;
        }

        /** Makes the runs of a small plan. Returns why some runs were not valid or not made; empty if all are valid. */
        List<String> make(Plan small) throws IOException, InterruptedException {
            CampaignDirectory directory = new CampaignDirectory(
                    request.options().out.resolve(PastRuns.CALIBRATION).resolve(small.campaign()));
            directory.create(small);
            JsonDocument.write(directory.environment(), resolved.environment());
            int runs = small.runs().size();
            Progress progress = new Progress(request.err(), Terminal.onStandardError(), runs, new TimeLeft(small));
            try (UntilSignal signal = new UntilSignal()) {
                new RunLoop(
                                ClusterAccess.of(session.cluster()),
                                resolved.settings().with(small),
                                directory,
                                resolved.sizing(),
                                signal.interruption(),
                                progress)
                        .run(resolved.environment().software());
            }
            List<String> reasons = new ArrayList<>();
            try (Stream<RunRecord> records = Records.read(directory.root())) {
                List<RunRecord> made = records.toList();
                made.stream()
                        .filter(run -> run.status() != Status.OK)
                        .forEach(run -> reasons.add(run.subject().job() + ": " + String.join("; ", run.reasons())));
                if (made.size() < runs) {
                    reasons.add((runs - made.size()) + " of " + runs + " small runs were not made");
                }
            }
            return reasons;
        }
    }
}
