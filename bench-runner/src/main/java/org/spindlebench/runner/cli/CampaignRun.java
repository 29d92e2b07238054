package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.Campaign;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Interruption;
import org.spindlebench.runner.run.Progress;

/** The runs of a campaign, or of one visit of an experiment, on an open cluster: check, see that the setup is in force, run. */
final class CampaignRun {
    private final RunRequest request;
    private final ClusterSession session;
    private final Progress progress;
    private CampaignPreparation preparation;
    private ClusterChecks checks;

    CampaignRun(RunRequest request, ClusterSession session, Progress progress) {
        this.request = request;
        this.session = session;
        this.progress = progress;
    }

    /**
     * How it ended.
     *
     * @param problems what kept it from running; empty when it ran
     * @param interrupted whether the user ended it
     */
    record Ended(List<String> problems, boolean interrupted) {}

    /** Ends what an earlier client left running, and says what keeps the plan from running; empty when nothing does. */
    List<String> check() throws IOException, InterruptedException {
        if (request.options().resumed()) {
            String campaign = request.plan().campaign();
            Campaign.endLeftovers(session.cluster(), CampaignSettings.campaignTag(campaign), progress);
            Campaign.endLeftovers(session.cluster(), CampaignSettings.probeTag(campaign), progress);
        }
        preparation = CampaignPreparation.of(request, session);
        progress.note(preparation.describe());
        checks = new ClusterChecks(request, session, preparation);
        List<String> problems = checks.problems();
        checks.describeEstimate().ifPresent(progress::note);
        return problems;
    }

    /** Tasks of one wave by job; after {@link #check()}. */
    Map<String, Integer> slots() {
        Map<String, Integer> slots = new TreeMap<>();
        preparation.environment().slots().forEach(of -> slots.put(of.job(), of.chosen()));
        return slots;
    }

    /** What all runs are thought to take, in seconds; empty where that is not known, or before {@link #check()}. */
    OptionalDouble seconds() {
        Double seconds =
                checks.estimate().map(estimate -> estimate.time().seconds()).orElse(null);
        return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Keeps beside the records what holds for all of them, in a directory that exists. Called once, after {@link #check()}. */
    void keepConditions() throws IOException {
        CampaignDirectory directory = preparation.directory();
        if (request.setup().declared().isPresent()) {
            AtomicFile.write(directory.setup(), request.setup().text());
        }
        JsonDocument.write(directory.estimate(), checks.estimate().orElseThrow());
    }

    /** Starts the probe, looks whether the setup is in force, and runs what is left. */
    Ended run(Interruption interruption) throws IOException, InterruptedException {
        CampaignDirectory directory = preparation.directory();
        if (!Files.exists(directory.environment())) {
            Files.createDirectories(directory.conditions());
            JsonDocument.write(directory.environment(), preparation.environment());
        }
        LogLevels.alsoTo(directory.log());
        ProbeStart start =
                new ProbeStart(preparation, session.cluster(), request.options().probeInterval(), progress::note);
        SetupVerification setup;
        boolean interrupted = false;
        try (Probe probe = start.begin()) {
            setup = SetupVerification.of(request.setup(), probe.layouts(), session.isEmbedded());
            setup.doubts().forEach(doubt -> progress.note("warning: " + doubt.message()));
            if (setup.problems().isEmpty()) {
                interrupted = campaign(probe, setup, interruption)
                        .run(preparation.environment().software());
            }
        }
        LogLevels.closeFile(directory.log());
        if (!setup.problems().isEmpty()) {
            start.leaveNothing();
        }
        return new Ended(setup.problems(), interrupted);
    }

    private Campaign campaign(Probe probe, SetupVerification setup, Interruption interruption) {
        return new Campaign(
                ClusterAccess.of(session.cluster(), probe),
                preparation.settings().doubting(setup.doubts()),
                preparation.directory(),
                preparation.sizing(),
                interruption,
                progress);
    }
}
