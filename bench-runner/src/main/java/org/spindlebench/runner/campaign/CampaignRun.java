package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.plan.ExperimentPrinter.DifferentMachines;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Campaign;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Workspace;

/** The runs of a campaign, or of one visit of an experiment, on an open cluster: check, see that the setup is in force, run. */
final class CampaignRun {
    private final RunRequest request;
    private final ClusterSession session;
    private final Progress progress;
    private final Optional<PlannedWorkload> workload;
    private CampaignPreparation preparation;
    private ClusterChecks checks;

    CampaignRun(RunRequest request, ClusterSession session, Progress progress) {
        this(request, session, progress, Optional.empty());
    }

    /** With the jobs of a workload at once at its end. */
    CampaignRun(RunRequest request, ClusterSession session, Progress progress, Optional<PlannedWorkload> workload) {
        this.request = request;
        this.session = session;
        this.progress = progress;
        this.workload = workload;
    }

    /**
     * How it ended.
     *
     * @param problems what kept it from running; empty when it ran
     * @param interrupted whether the user ended it
     * @param stopped why it ended before its last run, for whatever setup; empty where it did not
     */
    record Ended(List<String> problems, boolean interrupted, Optional<String> stopped) {
        Ended(List<String> problems, boolean interrupted) {
            this(problems, interrupted, Optional.empty());
        }
    }

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

    /** The same, and whether the setup is in force where Spindle brings it about by itself. */
    List<String> look() throws IOException, InterruptedException {
        List<String> problems = check();
        boolean own = request.setup()
                .declared()
                .filter(setup -> setup.way() instanceof SetupWay.Embedded
                        || setup.way() instanceof SetupWay.Policy
                        || setup.way() instanceof SetupWay.Label)
                .isPresent();
        if (!problems.isEmpty() || !own) {
            return problems;
        }
        ProbeStart probe =
                new ProbeStart(preparation, session.cluster(), request.options().probeInterval(), progress::note);
        SetupVerification setup = UntilSignal.run(interruption -> probe.verify(request, probe.look()));
        return setup.problems();
    }

    /** Tasks of one wave by job and containers per node; after {@link #check()}. */
    Map<String, Integer> slots() {
        Map<String, Integer> slots = new TreeMap<>();
        preparation.environment().slots().forEach(of -> slots.put(of.name(), of.chosen()));
        return slots;
    }

    /** What the runs are thought to take, in seconds; empty where that is not known, or before {@link #check()}. */
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
        try {
            LogLevels.alsoTo(directory.log());
        } catch (UncheckedIOException e) {
            progress.note("warning: Spindle runs without the log of Hadoop's client: " + e.getMessage());
        }
        removeOtherVisits();
        ProbeStart start =
                new ProbeStart(preparation, session.cluster(), request.options().probeInterval(), progress::note);
        SetupVerification setup;
        boolean interrupted = false;
        Optional<String> stopped = Optional.empty();
        try (Probe probe = start.begin()) {
            setup = start.verify(request, probe.layouts());
            List<Warning> doubts = doubts(setup);
            doubts.forEach(doubt -> progress.note("warning: " + doubt.message()));
            if (setup.problems().isEmpty()) {
                // Not before: of a setup that is not in force it would say what another one is like.
                keepEnvironment(directory);
                Campaign campaign = campaign(probe, doubts, interruption);
                interrupted = campaign.run(preparation.environment().software(), workload);
                stopped = campaign.stopped();
            }
        }
        LogLevels.closeFile(directory.log());
        if (!setup.problems().isEmpty()) {
            start.leaveNothing();
        }
        return new Ended(setup.problems(), interrupted, stopped);
    }

    /** What another visit left in HDFS was written under another setup. */
    private void removeOtherVisits() throws IOException {
        Plan plan = request.plan();
        if (plan.visit() != null) {
            Storage storage = session.cluster().storage();
            Workspace.removeOthers(
                    storage, preparation.settings().baseDirectory(), plan.workspaces(), plan.workspace());
        }
    }

    private void keepEnvironment(CampaignDirectory directory) throws IOException {
        if (!Files.exists(directory.environment())) {
            Files.createDirectories(directory.conditions());
            JsonDocument.write(directory.environment(), preparation.environment());
        }
    }

    private List<Warning> doubts(SetupVerification setup) {
        List<Warning> doubts = new ArrayList<>(setup.doubts());
        if (request.plan().visit() != null) {
            request.setup()
                    .declared()
                    .flatMap(DifferentMachines::warning)
                    .ifPresent(text -> doubts.add(new Warning(DifferentMachines.CODE, text)));
        }
        return doubts;
    }

    private Campaign campaign(Probe probe, List<Warning> doubts, Interruption interruption) {
        return new Campaign(
                ClusterAccess.of(session.cluster(), probe),
                preparation.settings().withWarnings(doubts),
                preparation.directory(),
                preparation.sizing(),
                interruption,
                progress);
    }
}
