package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.plan.ExperimentPlan;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.reports.ChartData;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.EarlyEnd;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.RestoreDue;

/**
 * The command {@code run} for an experiment: looks at all setups before the first run, and then brings about one after the other, in the
 * order of the plan.
 */
public final class ExperimentAction {
    private final ExperimentRequest request;
    private final ExperimentPlan plan;
    private final CampaignDirectory directory;
    private final Progress progress;

    /** Why no more runs are made under a setup. */
    private final Map<String, String> stopped = new LinkedHashMap<>();

    /** Whether that keeps the runs under the other setups from being of use, too. */
    private boolean ended;

    public ExperimentAction(ExperimentRequest request) {
        this.request = request;
        this.plan = request.plan();
        this.directory = request.directory();
        this.progress = CampaignEnd.progress(plan, directory, request.err());
    }

    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        boolean begins = !request.options().resumed();
        if (begins) {
            List<String> problems = begin();
            if (!problems.isEmpty()) {
                return CampaignEnd.report(problems, request.setups().get(0));
            }
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            return visitAll();
        } finally {
            lock.close();
        }
    }

    /** Looks under every setup for what would keep its runs from running, and makes the directory if there is nothing. */
    private List<String> begin() throws IOException, InterruptedException, ClusterUnreachableException {
        ExperimentLooks looks = new ExperimentLooks(request, progress);
        List<String> problems = looks.problems();
        if (problems.isEmpty()) {
            directory.create(plan, () -> {
                JsonDocument.write(directory.options(), request.kept());
                if (!request.text().isEmpty()) {
                    AtomicFile.write(directory.experiment(), request.text());
                }
                looks.keepConditions();
            });
        }
        return problems;
    }

    private int visitAll() throws IOException, InterruptedException {
        CampaignEnd end = new CampaignEnd(
                plan, request.options(), request.setups().get(0).generic(), request.out(), request.err());
        end.noteBegin(progress);
        return UntilSignal.run(SetupVisit.toEnd(request.setups()), interruption -> {
            boolean interrupted = visitUntilItEnds(interruption);
            int code = end.conclude(interrupted);
            if (!request.options().json()) {
                report();
            }
            return stopped.isEmpty() ? code : tellWhatStopped(end);
        });
    }

    /** All records are there: what cannot be concluded from them must not cost the user what was said before. */
    private void report() throws IOException {
        try {
            new ExperimentReport(directory.root()).write(request.out(), request.err());
        } catch (InvalidDocumentException | UnknownSetupException e) {
            request.err().println("error: no report was written: " + e.getMessage());
        }
    }

    /** Whether the user interrupted it. */
    private boolean visitUntilItEnds(Interruption interruption) throws IOException, InterruptedException {
        for (Plan visit : plan.visits()) {
            if (Files.exists(directory.ended())
                    || Files.exists(RestoreDue.file(directory.root()))
                    || mustWaitForTheUser()) {
                return false;
            }
            boolean left = !directory.finished(visit);
            if (interruption.requested()
                    || (left && !stopped.containsKey(visit.setup()) && visit(visit, interruption))) {
                return true;
            }
            if (ended) {
                return false;
            }
            if (left && visit.visit() % plan.setups().size() == 0) {
                endEarly(visit.visit() / plan.setups().size());
            }
        }
        return false;
    }

    private void endEarly(int blocks) throws IOException {
        Optional<EarlyEnd> end = EarlyEnd.at(directory, plan, blocks);
        if (end.isPresent()) {
            JsonDocument.write(directory.ended(), end.get());
            progress.note(end.get().describe());
        }
    }

    /** Whether the user interrupted it. */
    private boolean visit(Plan visit, Interruption interruption) throws InterruptedException {
        progress.note("Visit " + visit.visit() + " of " + plan.visits().size() + ": setup " + visit.setup());
        RunRequest runs = request.of(visit);
        try {
            CampaignRun.Ended made = new SetupVisit(runs, progress).make(interruption);
            if (!made.problems().isEmpty()) {
                stop(visit, String.join("; ", made.problems()));
            }
            // Setups are compared with the same tasks at once.
            made.stopped().ifPresent(reason -> stop(visit, reason));
            ended = made.stopped().isPresent();
            return made.interrupted();
        } catch (IOException | ClusterUnreachableException | IllegalArgumentException e) {
            stop(visit, FailureMessage.of(e));
            return interruption.requested();
        }
    }

    private void stop(Plan visit, String reason) {
        stopped.put(visit.setup(), reason);
        request.err().println("error: no more runs under setup " + visit.setup() + ": " + reason);
    }

    /** A setup that only the user brings about ends the go: to pass over it would lose the order of the visits. */
    private boolean mustWaitForTheUser() {
        return request.setups().stream()
                .filter(setup -> stopped.containsKey(setup.setup().name()))
                .anyMatch(setup -> setup.setup()
                        .declared()
                        .filter(declared -> declared.way() instanceof SetupWay.AsIs)
                        .isPresent());
    }

    private int tellWhatStopped(CampaignEnd end) {
        stopped.forEach((setup, reason) ->
                request.err().println("error: not all runs were made under setup " + setup + ": " + reason));
        request.err().println("When that is mended, go on with: " + end.resume());
        return ExitCode.RUN_FAILED.code();
    }

    /** What an experiment found: the figure that it is held against, its hypotheses and comparisons, as {@code report} says and writes them. */
    static final class ExperimentReport {
        private final Path results;

        ExperimentReport(Path results) {
            this.results = results;
        }

        /** Writes the files, and prints what people read of them, unless no run has been made yet. */
        void write(PrintStream out, PrintStream err) throws IOException {
            Problems problems = new Problems();
            SavedStudy study = SavedStudy.of(List.of(results), problems);
            if (!problems.isEmpty()) {
                err.println(problems.report("its hypotheses are not judged."));
            }
            try (Stream<RunRecord> records = Records.read(results)) {
                Runs runs = Runs.of(records);
                if (runs.cells().isEmpty()) {
                    return;
                }
                ComparisonOptions options =
                        ComparisonOptions.standard().with(study.study()).against(study.baseline(runs));
                Findings findings = Findings.of(runs, options);
                List<Path> files = Reports.write(results, findings, ChartData.of(List.of(results), findings, err));
                out.println();
                out.print(Reports.text(findings));
                err.println("Written: " + Invocation.shown(files.get(0)) + " and " + (files.size() - 1)
                        + " files beside it. Once more, with --prices or other questions: "
                        + Invocation.of("report", Invocation.shown(results)));
            }
        }
    }
}
