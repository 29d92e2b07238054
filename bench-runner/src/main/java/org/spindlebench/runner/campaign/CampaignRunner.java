package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignConsole.Left;
import org.spindlebench.runner.campaign.OpenCluster.ClusterLook;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.EstimateCheck;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.SetupWay.AppliedBy;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.options.Retry;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ChangedCluster;
import org.spindlebench.runner.setup.ClusterHealth;
import org.spindlebench.runner.setup.PendingRestore;

/**
 * Runs a campaign. It checks the cluster under all setups before the first run, then makes the visits in the plan's
 * order, and reports the results. After each visit, it changes the cluster back if commands applied the setup.
 */
public final class CampaignRunner {
    /** Without a limit, Spindle would never give up on a cluster that fails at each attempt. */
    private static final int MOST_ATTEMPTS = 5;

    private final CampaignRequest request;
    private final Plan plan;
    private final Visits visits;
    private final CampaignDirectory directory;
    private final Progress progress;
    private final Consent consent;

    /** The reasons why Spindle makes no more runs under a setup, by setup. */
    private final Map<String, String> stopped = new LinkedHashMap<>();

    /** The reasons why the campaign's only visit was not made. */
    private List<String> refused = List.of();

    private Experience experience = new Experience();
    private SoleUse hold = SoleUse.NONE;
    private Workers before = Workers.NONE;

    CampaignRunner(CampaignRequest request, Visits visits, Progress progress, Consent consent) {
        this.consent = consent;
        this.request = request;
        this.plan = request.plan();
        this.visits = visits;
        this.directory = request.directory();
        this.progress = progress;
    }

    /**
     * Carries out a request on its cluster.
     *
     * @param notes prints what the user must know first; only once, even if another process does the rest
     */
    public record CampaignAction(CampaignRequest request, Runnable notes) implements ClusterAction {
        /** Runs the pending restores that the user asked for, and then the command. */
        @Override
        public int run() throws IOException, InterruptedException, ClusterUnreachableException {
            notes.run();
            PendingRestores.of(request).settle(ClusterLook.of(request), request.err());
            return switch (request.command()) {
                case RUN -> make(StorageCampaign.of(SizedCampaign.of(request)));
                case CHECK, ADVISE -> check(StorageCampaign.of(request));
                case CALIBRATE -> {
                    VisitRequest visit =
                            StorageCampaign.of(request).firstVisits().get(0);
                    yield OpenCluster.with(visit, session -> new CalibrateAction(visit, session).run());
                }
                case PLAN -> throw new IllegalStateException("a plan is printed without a cluster");
            };
        }

        private static int make(CampaignRequest request)
                throws IOException, InterruptedException, ClusterUnreachableException {
            Progress progress = CampaignConsole.progress(request);
            Interruption.outliveTerminal();
            int code = ExitCode.UNEXPECTED.code();
            try (ClusterVisits visits = new ClusterVisits(progress)) {
                code = new CampaignRunner(request, visits, progress, Consent.here(request.err())).run();
                return code;
            } finally {
                if (request.options().notify != null) {
                    Attendance.tell(request.options().notify, request, code);
                }
            }
        }

        private static int check(CampaignRequest request)
                throws IOException, InterruptedException, ClusterUnreachableException {
            // The messages of a check are its result, and go to standard output.
            Progress said = new Progress(request.out(), false, 0, TimeLeft.ofNothing());
            // The probe of a check removes its directory in HDFS, which runs of another client may need.
            boolean resumed = request.options().isResumed();
            CampaignLock lock = resumed ? CampaignLock.take(request.directory().root()) : null;
            SoleUse hold = SoleUse.NONE;
            try (ClusterVisits visits = new ClusterVisits(said)) {
                if (resumed) {
                    hold = visits.hold(new VisitRequest(request, request.plan().first(), true));
                }
                Consent consent = Consent.here(request.err());
                return CampaignConsole.report(new CampaignCheck(request, visits, said, consent).problems(), request);
            } finally {
                hold.close();
                if (lock != null) {
                    lock.close();
                }
            }
        }
    }

    int run() throws IOException, InterruptedException, ClusterUnreachableException {
        if (!request.options().isResumed()) {
            List<String> problems = begin();
            if (!problems.isEmpty()) {
                return CampaignConsole.report(problems, request);
            }
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            directory.removeUnfinished();
            try (UntilSignal signal = new UntilSignal(request.toUndo())) {
                return run(signal.interruption());
            }
        } finally {
            lock.close();
        }
    }

    private int run(Interruption interruption) throws IOException, InterruptedException, ClusterUnreachableException {
        try (SoleUse held = visits.hold(new VisitRequest(request, plan.first(), true))) {
            hold = held;
            before = held.workers();
            if (request.source().looks().isPresent()) {
                request.source().looks().get().write(directory);
            }
            if (request.source().reductions().isPresent()) {
                request.source().reductions().get().write(directory);
            }
            CampaignConsole end = new CampaignConsole(request, table());
            setAside();
            experience = Experience.of(directory, plan);
            end.noteBegin(progress);
            Attendance attendance = Attendance.begin(directory, hold, interruption, progress);
            try {
                return visitAll(end, interruption);
            } finally {
                attendance.close();
            }
        }
    }

    /** Sets aside the records of the runs that the user wants to repeat. */
    private void setAside() throws IOException {
        Retry retry = request.options().retry;
        if (retry == null) {
            return;
        } else if (Files.exists(directory.ended())) {
            throw new IllegalArgumentException("the campaign " + plan.campaign()
                    + " has ended, and its runs are not made again: its intervals were narrow. Leave --retry out");
        }
        directory.setDamagedAside().forEach(damaged -> progress.note("warning: " + damaged));
        int runs = directory.setAside(plan.latest(), retry.ended());
        progress.note("Spindle makes " + HumanText.counted(runs, retry.describe() + " run") + " again.");
    }

    /** A workload's table of runs is only saved, because it would bury the makespan. */
    private PrintStream table() {
        return !plan.first().together().isEmpty() && !request.options().json
                ? new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)
                : request.out();
    }

    private boolean isOneVisit() {
        return plan.visits().size() == 1;
    }

    /** Checks every setup, and creates the campaign's directory if there is no problem. */
    private List<String> begin() throws IOException, InterruptedException, ClusterUnreachableException {
        CampaignCheck check = new CampaignCheck(request, visits, progress, consent);
        List<String> problems = check.problems();
        if (problems.isEmpty()) {
            CampaignRequest.CampaignFile source = request.source();
            directory.create(plan, () -> {
                JsonDocument.write(directory.options(), request.options().saved());
                if (!source.text().isEmpty()) {
                    AtomicFile.write(directory.source(source.kind()), source.text());
                }
                check.keepConditions();
            });
        }
        return problems;
    }

    private int visitAll(CampaignConsole end, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        boolean interrupted = visitUntilItEnds(interruption);
        if (!refused.isEmpty()) {
            return CampaignConsole.report(refused, request);
        }
        int code = end.conclude(left(interrupted));
        end.report();
        return stopped.isEmpty() ? code : tellWhatStopped(end);
    }

    /** Makes the visits until the last one or until the user interrupts. Returns whether the user interrupted. */
    private boolean visitUntilItEnds(Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (isOneVisit()) {
            return only(plan.first(), interruption).interrupted();
        }
        for (Visit visit : plan.visits()) {
            if (Files.exists(directory.ended())
                    || Files.exists(PendingRestore.file(directory.root()))
                    || mustWaitForTheUser()) {
                return false;
            }
            if (directory.finished(visit)) {
                continue;
            }
            if (interruption.ending() || experience.stopsAll()) {
                return true;
            }
            if (!stopped.containsKey(visit.setup()) && mayAdd(visit)) {
                VisitEnd ended = oneOfSeveral(visit, interruption);
                if (ended.interrupted()) {
                    return true;
                }
                if (ended.stopped().isPresent()) {
                    return false;
                }
            }
            if (visit.number() % plan.setups().size() == 0) {
                endEarly(visit.number() / plan.setups().size());
            }
        }
        return false;
    }

    /** Returns whether a visit may add runs: false if all remaining runs would fail as the runs before them did. */
    private boolean mayAdd(Visit visit) {
        return visit.runs().stream()
                .anyMatch(run ->
                        !run.isWarmUp() && !directory.finished(run) && !experience.stops(visit, run, Optional.empty()));
    }

    private Left left(boolean interrupted) {
        boolean lacking = plan.runs().stream().anyMatch(run -> !run.isWarmUp() && !directory.finished(run));
        if (lacking && experience.stopsSome()) {
            return Left.GIVEN_UP;
        }
        return interrupted ? Left.INTERRUPTED : Left.NOTHING;
    }

    private void endEarly(int blocks) throws IOException {
        Optional<EarlyStop> end = EarlyStop.at(directory, plan, blocks);
        if (end.isPresent()) {
            JsonDocument.write(directory.ended(), end.get());
            progress.note(end.get().describe());
        }
    }

    /** Makes the campaign's only visit. */
    private VisitEnd only(Visit visit, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        VisitEnd made = make(visit, interruption);
        refused = made.problems();
        if (refused.isEmpty() && !made.interrupted() && made.stopped().isEmpty()) {
            EstimateCheck.noteError(directory, progress);
        }
        return made;
    }

    /** Makes one of several visits. If it fails, the other setups are still measured. */
    private VisitEnd oneOfSeveral(Visit visit, Interruption interruption) throws InterruptedException {
        progress.note("Visit " + visit.number() + " of " + plan.visits().size() + ": setup " + visit.setup());
        try {
            VisitEnd made = make(visit, interruption);
            if (!made.problems().isEmpty()) {
                stop(visit, String.join("; ", made.problems()));
            }
            // Runs are comparable only if they have the same number of tasks at once.
            made.stopped().ifPresent(reason -> stop(visit, reason));
            return made;
        } catch (IOException | ClusterUnreachableException | IllegalArgumentException e) {
            stop(visit, FailureMessage.of(e));
            return new VisitEnd(List.of(), interruption.requested());
        }
    }

    /** Sets aside the records that an earlier start made of a visit, because jobs of a workload belong together. */
    private void setAside(Visit visit) throws IOException {
        int records = directory.setAside(visit, "the visit did not end, so all of its runs are made again");
        if (records > 0) {
            progress.note("This visit did not end, and jobs of a workload belong together: Spindle sets aside its "
                    + records + " records, and makes all of its runs again.");
        }
    }

    /** Makes the remaining runs of a visit, and changes the cluster back if its setup was applied. */
    private VisitEnd make(Visit visit, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (!visit.together().isEmpty() && !directory.finished(visit)) {
            setAside(visit);
        }
        VisitRequest begun = new VisitRequest(request, visit, true);
        Optional<SetupWay.SetupCommands> commands = begun.setup().commands();
        if (commands.isEmpty()) {
            return whileThere(begun, interruption, () -> visits.run(begun, experience, interruption));
        }
        VisitEnd away = whileThere(begun, interruption, () -> {
            before = visits.workers(begun);
            return new VisitEnd(List.of(), false);
        });
        if (away.interrupted()) {
            return away;
        }
        hold.changing();
        try (ChangedCluster changed = ChangedCluster.begin(
                begun.directory(),
                new ChangedCluster.Change(begun.setup().name(), commands.get()),
                before,
                visits.health(begun),
                interruption::requested,
                progress::note)) {
            if (!changed.apply()) {
                return new VisitEnd(List.of(), true);
            }
            hold.changed();
            return whileThere(begun, interruption, () -> {
                VisitEnd made = visits.run(begun, experience, interruption);
                hold.changing();
                return made;
            });
        } finally {
            hold.changed();
        }
    }

    /** A part of a visit that needs the cluster. */
    private interface ClusterStep {
        VisitEnd make() throws IOException, InterruptedException, ClusterUnreachableException;
    }

    /**
     * Makes a part of a visit. If a running cluster goes away meanwhile, waits for the cluster, and begins the part
     * again.
     *
     * @return an interrupted visit if the cluster is still away at the time limit
     */
    private VisitEnd whileThere(VisitRequest visit, Interruption interruption, ClusterStep part)
            throws IOException, InterruptedException, ClusterUnreachableException {
        for (int attempt = 1; true; attempt++) {
            try {
                return part.make();
            } catch (IOException | ClusterUnreachableException e) {
                boolean away =
                        e instanceof ClusterUnreachableException || Outage.of(e).isPresent();
                // A cluster that Spindle starts does not come back by itself.
                if (attempt == MOST_ATTEMPTS
                        || !away
                        || visit.cluster() == Cluster.EMBEDDED
                        || interruption.requested()) {
                    throw e;
                }
                progress.note(
                        "The cluster does not answer as before: " + FailureMessage.of(e) + ". Spindle waits for it.");
                if (!isThereAgain(visit, interruption)) {
                    return new VisitEnd(List.of(), true);
                }
            }
        }
    }

    private boolean isThereAgain(VisitRequest visit, Interruption interruption) throws InterruptedException {
        Duration limit = visit.options().measuring.limits().waitForCluster();
        ClusterHealth health = visits.health(visit);
        // If a setup chooses its hosts, it needs only some daemons of the whole cluster.
        Workers needed = visit.setup().choosesHosts() ? Workers.NONE : before;
        List<String> missing = new HealthyAgain(
                        waited -> health.missing(needed, waited), progress::note, interruption::ending)
                .await(limit);
        if (!missing.isEmpty() && !interruption.ending()) {
            progress.note("Spindle stops: after " + limit.toSeconds()
                    + " s (--wait-for-cluster) the cluster is still not whole: " + FewNames.of(missing)
                    + ". Repair it, then resume the campaign.");
        }
        return missing.isEmpty();
    }

    private void stop(Visit visit, String reason) {
        stopped.put(visit.setup(), reason);
        request.err().println("error: no more runs under setup " + visit.setup() + ": " + reason);
    }

    /**
     * Checks whether a setup that only the user can apply has failed. Skipping its visit would change the visits'
     * order.
     */
    private boolean mustWaitForTheUser() {
        return request.setups().stream()
                .filter(setup -> stopped.containsKey(setup.name()))
                .anyMatch(setup -> setup.isAppliedBy(AppliedBy.USER));
    }

    private int tellWhatStopped(CampaignConsole end) {
        stopped.forEach((setup, reason) ->
                request.err().println("error: not all runs were made under setup " + setup + ": " + reason));
        request.err().println("After correcting this, resume with: " + end.resume());
        return ExitCode.RUN_FAILED.code();
    }
}
