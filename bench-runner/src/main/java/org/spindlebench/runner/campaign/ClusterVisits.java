package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.campaign.CalibrateAction.SmallRuns;
import org.spindlebench.runner.campaign.ProbeStart.Shown;
import org.spindlebench.runner.campaign.Visits.VisitCheck;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.check.Estimator;
import org.spindlebench.runner.check.PastRuns;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.collect.daemon.OthersReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.SetupWay.AppliedBy;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.guest.Guard;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.ExperimentPrinter.DifferentMachines;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.SmallPlan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.process.Leased;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.RunLoop;
import org.spindlebench.runner.run.Workspace;
import org.spindlebench.runner.setup.ClusterHealth;

/** Makes visits on a request's cluster. Opens or starts the cluster for each check and for each visit. */
final class ClusterVisits implements Visits, AutoCloseable {
    private final Progress progress;

    /**
     * The session of a campaign's only visit. Runs use the session of the check, because nothing has changed in
     * between.
     */
    private Optional<ClusterConnection> session = Optional.empty();

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
        Optional<ClusterConnection> opened = session;
        session = Optional.empty();
        if (opened.isPresent()) {
            opened.get().close();
        }
    }

    /** Makes the runs of one visit on an open cluster: checks the cluster, verifies the setup, runs the jobs. */
    static final class VisitRun {
        /** A DataNode counts as lost if it has sent no heartbeat for this long. */
        static final Duration HEARD_BEFORE = Duration.ofMinutes(1);

        private final VisitRequest request;
        private final ClusterConnection session;
        private final Leased lease;
        private final Progress progress;
        private ResolvedVisit resolved;
        private ClusterChecks checks;

        VisitRun(VisitRequest request, ClusterConnection session, Leased lease, Progress progress) {
            this.request = request;
            this.session = session;
            this.lease = lease;
            this.progress = progress;
        }

        /** Ends applications that an earlier client left running, and returns the problems that prevent the plan. */
        List<String> check() throws IOException, InterruptedException {
            if (request.begun() && request.command() == Command.RUN) {
                Plan plan = request.plan();
                RunLoop.endLeftovers(submitter(), CampaignSettings.campaignTag(plan), progress);
                RunLoop.endLeftovers(submitter(), CampaignSettings.probeTag(plan), progress);
            }
            resolved = ResolvedVisit.of(request, session);
            progress.note(resolved.describe());
            checks = new ClusterChecks(request, session, resolved);
            List<String> problems = checks.problems();
            checks.describeEstimate().ifPresent(progress::note);
            return problems;
        }

        /**
         * Asks the probe for problems of the nodes, after {@link #check()}. In an experiment, it asks only if Spindle
         * itself applies the setup; otherwise, only if the command makes no runs.
         */
        List<String> look() throws IOException, InterruptedException {
            boolean several = request.plan().setups().size() > 1;
            boolean runs = request.command() == Command.RUN;
            if (several ? !request.setup().isAppliedBy(AppliedBy.SPINDLE) : runs) {
                return List.of();
            }
            ProbeStart probe = probe();
            if (request.setup().commands().isPresent()) {
                UntilSignal signal = new UntilSignal();
                try {
                    probe.look();
                } finally {
                    signal.close();
                }
                progress.note("Setup " + request.setup().name() + ": its commands were not run; `run "
                        + Disruption.ALLOW + "` runs them and checks whether the setup is in force.");
                return List.of();
            }
            SetupVerification setup;
            UntilSignal signal = new UntilSignal();
            try {
                setup = probe.lookAt();
            } finally {
                signal.close();
            }
            setup.warnings().forEach(warning -> progress.note("warning: " + warning.message()));
            return setup.problems();
        }

        /**
         * Makes one small run of each job of unknown duration, after {@link #check()}, unless the plan is small or the user
         * agrees to any duration. Returns the problems that the new estimate shows.
         *
         * @throws IOException if a small run is not valid, because the plan's runs would probably be invalid, too
         */
        List<String> learn() throws IOException, InterruptedException {
            CampaignArguments options = request.options();
            Optional<Estimate.Time> time = checks.estimate().map(Estimate::time);
            boolean learns = request.command() == Command.RUN
                    && !options.yes
                    && request.campaign().source().sized().isEmpty()
                    && time.isPresent()
                    && time.get().seconds() == null
                    && !time.get().small();
            Optional<Plan> small = learns
                    ? SmallPlan.of(request.plan(), request.visit(), time.get().unknownJobs())
                    : Optional.empty();
            if (small.isEmpty()) {
                return List.of();
            }
            progress.note(
                    "Nothing under " + CommandText.shown(options.out) + " says how long "
                            + String.join(", ", time.get().unknownJobs())
                            + " takes on these nodes, so Spindle makes one small run of each job first (--yes leaves this out).");
            List<String> invalid = new SmallRuns(request, session, resolved).make(small.get());
            if (!invalid.isEmpty()) {
                throw new IOException("a small run is not valid, so the plan's runs would probably be invalid, too: "
                        + String.join("; ", invalid)
                        + ". Correct this, leave the job out with --jobs, or begin without small runs with --yes");
            }
            checks.estimateAgain(resolved);
            checks.describeEstimate().ifPresent(progress::note);
            return checks.refused();
        }

        private ProbeStart probe() {
            return new ProbeStart(request, resolved, session.cluster(), lease, progress::note, advice());
        }

        /**
         * Returns which advice on nodes is printed: all advice if the user asks for it, otherwise only the amount,
         * once.
         */
        private Shown advice() {
            Plan plan = request.plan();
            if (request.command() == Command.ADVISE) {
                return Shown.inFull();
            }
            boolean first = plan.first(request.visit().setup()).equals(request.visit());
            boolean begun = request.begun();
            boolean looked = begun && request.setup().isAppliedBy(AppliedBy.SPINDLE);
            return first
                            && !looked
                            && request.setup().emulated().isEmpty()
                            && !request.options().isResumed()
                    ? Shown.counted(CommandText.advising(request.generic()))
                    : Shown.nothing();
        }

        /** Returns the tasks of one wave, by job and containers per node. Call it after {@link #check()}. */
        Map<String, Integer> slots() {
            Map<String, Integer> slots = new TreeMap<>();
            resolved.environment().slots().forEach(of -> slots.put(of.name(), of.chosen()));
            return slots;
        }

        /** Returns the estimated time of the runs. Call it after {@link #check()}. */
        Estimate.Time time() {
            return checks.estimate().map(Estimate::time).orElse(Estimate.Time.UNKNOWN);
        }

        /** Saves the conditions that all runs share. The directory must exist. Call it once, after {@link #check()}. */
        void keepConditions() throws IOException {
            CampaignDirectory directory = resolved.directory();
            if (request.setup().declared().isPresent()) {
                AtomicFile.write(directory.setup(), request.setup().text());
            }
            JsonDocument.write(directory.estimate(), checks.estimate().orElseThrow());
        }

        /** Starts the probe, verifies that the setup is in force, and makes the remaining runs. */
        VisitEnd run(Experience experience, Interruption interruption) throws IOException, InterruptedException {
            CampaignDirectory directory = resolved.directory();
            try {
                LogLevels.alsoTo(directory.log());
            } catch (UncheckedIOException e) {
                progress.note("warning: Spindle runs without the log of Hadoop's client: " + e.getMessage());
            }
            removeOtherVisits();
            ProbeStart start = probe();
            SetupVerification setup;
            boolean interrupted = false;
            Optional<String> stopped = Optional.empty();
            try (Probe probe = start.begin()) {
                setup = start.verify(probe);
                List<Warning> warnings = warnings(setup);
                warnings.forEach(warning -> progress.note("warning: " + warning.message()));
                if (setup.problems().isEmpty()) {
                    // Saved only now, because the environment of a setup that is not in force would describe another
                    // setup.
                    keepEnvironment(directory);
                    foresee(experience);
                    RunLoop loop = loop(probe, warnings, interruption).with(experience);
                    interrupted = loop.run(resolved.environment().software());
                    stopped = loop.stopped();
                }
            }
            LogLevels.closeFile(directory.log());
            if (!setup.problems().isEmpty()) {
                start.cleanUp();
            }
            return new VisitEnd(setup.problems(), interrupted, stopped);
        }

        /** Estimates how long the runs of this visit take, if the user limits the time. */
        private void foresee(Experience experience) {
            GuestLimits limits = resolved.settings().guest();
            if (limits.window() != null || limits.time() != null) {
                PastRuns past = PastRuns.read(request.options().out, resolved.environment());
                ClusterAccess access = ClusterAccess.of(session.cluster());
                experience.foresee(
                        request.visit(), new Estimator(access, resolved.sizing(), resolved.settings(), past).seconds());
            }
        }

        /** Removes the HDFS data of other visits, which was written under other setups. */
        private void removeOtherVisits() throws IOException {
            Plan plan = request.plan();
            if (!plan.workspacesBefore(request.visit()).isEmpty()) {
                Workspace.removeOthers(storage(), resolved.settings().baseDirectory(), plan, request.visit());
            }
        }

        private void keepEnvironment(CampaignDirectory directory) throws IOException {
            if (!Files.exists(directory.environment())) {
                Files.createDirectories(directory.conditions());
                JsonDocument.write(directory.environment(), resolved.environment());
            }
        }

        private List<Warning> warnings(SetupVerification setup) {
            List<Warning> warnings = new ArrayList<>(setup.warnings());
            if (resolved.environment().laboratory() != null) {
                warnings.add(new Warning(
                        "emulated-disks",
                        "setup " + request.setup().name() + ": "
                                + resolved.environment().laboratory().describe()));
            }
            if (request.plan().setups().size() > 1) {
                request.setup()
                        .declared()
                        .flatMap(DifferentMachines::warning)
                        .ifPresent(text -> warnings.add(new Warning(DifferentMachines.CODE, text)));
            }
            return warnings;
        }

        /** Returns HDFS, to which only the client with the campaign's lease may write. */
        private Storage storage() {
            return lease.guarding(session.cluster().storage());
        }

        private JobSubmitter submitter() {
            return lease.guarding((JobSubmitter) session.cluster());
        }

        private Guard guard() {
            CampaignSettings settings = resolved.settings();
            return new Guard(
                    settings.guest(),
                    !session.isEmbedded(),
                    session.cluster().storage(),
                    new OthersReader(
                            session.cluster(), settings.hosts(), CampaignSettings.campaignTag(request.plan())));
        }

        private RunLoop loop(Probe probe, List<Warning> warnings, Interruption interruption) {
            return new RunLoop(
                    ClusterAccess.of(
                            session.cluster(),
                            storage(),
                            submitter(),
                            probe,
                            resolved.settings().hosts(),
                            guard()),
                    resolved.settings().withWarnings(warnings),
                    resolved.directory(),
                    resolved.sizing(),
                    interruption,
                    progress);
        }
    }
}
