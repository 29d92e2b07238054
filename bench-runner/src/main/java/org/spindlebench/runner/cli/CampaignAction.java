package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.SummaryReports;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.Campaign;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.EstimateCheck;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Terminal;

/** The command {@code run} on an open cluster: check, run, sum up. */
final class CampaignAction {
    private final RunRequest request;
    private final ClusterSession session;

    CampaignAction(RunRequest request, ClusterSession session) {
        this.request = request;
        this.session = session;
    }

    int run() throws IOException, InterruptedException {
        if (!request.options().resumed()) {
            return checkAndRun();
        }
        CampaignLock lock = CampaignLock.take(request.campaignDirectory());
        try {
            return checkAndRun();
        } finally {
            lock.close();
        }
    }

    private int checkAndRun() throws IOException, InterruptedException {
        Plan plan = request.plan();
        CampaignDirectory directory = new CampaignDirectory(request.campaignDirectory());
        int left = (int)
                plan.runs().stream().filter(run -> !directory.finished(run)).count();
        Progress progress = new Progress(
                request.err(), Terminal.onStandardError(), plan.runs().size(), left);
        if (request.options().resumed()) {
            Campaign.endLeftovers(session.cluster(), CampaignSettings.campaignTag(plan.campaign()), progress);
            Campaign.endLeftovers(session.cluster(), CampaignSettings.probeTag(plan.campaign()), progress);
        }
        CampaignPreparation preparation = CampaignPreparation.of(request, session);
        progress.note(preparation.describe());
        ClusterChecks checks = new ClusterChecks(request, session, preparation);
        List<String> problems = checks.problems();
        checks.describeEstimate().ifPresent(progress::note);
        if (!problems.isEmpty()) {
            return ClusterActions.report(problems, request);
        }
        if (request.options().resumed()) {
            return start(preparation, progress, left);
        }
        directory.create(plan);
        if (request.setup().declared().isPresent()) {
            AtomicFile.write(directory.setup(), request.setup().text());
        }
        JsonDocument.write(directory.estimate(), checks.estimate().orElseThrow());
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            return start(preparation, progress, left);
        } finally {
            lock.close();
        }
    }

    private int start(CampaignPreparation preparation, Progress progress, int left)
            throws IOException, InterruptedException {
        Plan plan = request.plan();
        CampaignDirectory directory = preparation.directory();
        if (!Files.exists(directory.environment())) {
            JsonDocument.write(directory.environment(), preparation.environment());
        }
        LogLevels.alsoTo(directory.log());
        progress.note("Campaign " + plan.campaign() + ": " + left + " of "
                + plan.runs().size() + " runs to do; records go to " + ClusterActions.shown(directory.root()) + ".");
        return runAndConclude(preparation, progress);
    }

    /** A signal lets the JVM end only when the table is printed, too. */
    private int runAndConclude(CampaignPreparation preparation, Progress progress)
            throws IOException, InterruptedException {
        CampaignDirectory directory = preparation.directory();
        ProbeStart start =
                new ProbeStart(preparation, session.cluster(), request.options().probeInterval(), progress::note);
        return UntilSignal.run(interruption -> {
            SetupVerification setup;
            boolean interrupted = false;
            try (Probe probe = start.begin()) {
                setup = SetupVerification.of(request.setup(), probe.layouts(), session.isEmbedded());
                setup.doubts().forEach(doubt -> progress.note("warning: " + doubt.message()));
                if (setup.problems().isEmpty()) {
                    Campaign campaign = new Campaign(
                            ClusterAccess.of(session.cluster(), probe),
                            preparation.settings().doubting(setup.doubts()),
                            directory,
                            preparation.sizing(),
                            interruption,
                            progress);
                    interrupted = campaign.run(preparation.environment().software());
                }
            }
            LogLevels.closeFile(directory.log());
            if (!setup.problems().isEmpty()) {
                start.leaveNothing();
                return ClusterActions.report(setup.problems(), request);
            }
            if (!interrupted) {
                EstimateCheck.noteError(directory, progress);
            }
            return conclude(directory, interrupted);
        });
    }

    private int conclude(CampaignDirectory directory, boolean interrupted) throws IOException {
        CampaignSummary summary;
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            summary = CampaignSummary.of(records);
        }
        SummaryReports.write(directory.root(), summary);
        request.out().print((request.options().json() ? SummaryReports.JSON : SummaryReports.TEXT).render(summary));
        if (interrupted) {
            request.err()
                    .println("Interrupted. Go on with: --resume "
                            + request.plan().campaign() + " --out "
                            + ClusterActions.shown(request.options().out()));
            return ExitCode.RUN_FAILED.code();
        }
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            boolean allValid = records.filter(run -> run.status() != Status.INTERRUPTED)
                    .allMatch(run -> run.status() == Status.OK);
            return (allValid ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
        }
    }
}
