package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.SummaryReports;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.reports.ChartData;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Progress.Terminal;

/** Prints the messages at the beginning and at the end of a campaign. */
public record CampaignConsole(CampaignRequest request, PrintStream table) {

    /** Returns a progress display for all runs. Runs without a record are still to be made. */
    static Progress progress(CampaignRequest request) {
        return new Progress(
                request.err(), Terminal.onStandardError(), request.plan().runs().size(), new TimeLeft(request.plan()));
    }

    private static int left(CampaignRequest request) {
        CampaignDirectory directory = request.directory();
        return (int) request.plan().runs().stream()
                .filter(run -> !directory.finished(run))
                .count();
    }

    void noteBegin(Progress progress) throws IOException {
        setDamagedAside();
        try (Stream<RunRecord> records = Records.read(request.directory().root())) {
            records.filter(run -> !run.toBeRepeated()).forEach(progress::endedBefore);
        }
        progress.note("Campaign " + request.plan().campaign() + ": " + left(request) + " of "
                + request.plan().runs().size() + " runs to do; records go to "
                + CommandText.shown(request.directory().root()) + ".");
    }

    /** Sets damaged records aside, and returns whether there were any. The table shows the remaining records. */
    private boolean setDamagedAside() throws IOException {
        List<String> said = request.directory().setDamagedAside();
        said.forEach(damaged -> request.err().println("warning: " + damaged));
        return !said.isEmpty();
    }

    /** The reasons why a campaign leaves runs for a resume. */
    enum Left {
        /** No run is left, unless records are damaged. */
        NOTHING("Not all runs have a record."),
        INTERRUPTED("Interrupted."),
        GIVEN_UP("Spindle did not make all runs, because some failed again and again. Correct the cause first.");

        private final String text;

        Left(String text) {
            this.text = text;
        }
    }

    /** Writes and prints the table, and returns the exit code. */
    int conclude(Left left) throws IOException {
        CampaignDirectory directory = request.directory();
        boolean damaged = setDamagedAside();
        CampaignSummary summary;
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            summary = CampaignSummary.of(records);
        }
        SummaryReports.write(directory.root(), summary);
        table.print((request.options().json ? SummaryReports.JSON : SummaryReports.TEXT).render(summary));
        if (left != Left.NOTHING || damaged) {
            request.err().println(left.text + " Resume with: " + resume());
            return ExitCode.RUN_FAILED.code();
        }
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            boolean allValid = records.filter(run -> !run.toBeRepeated()).allMatch(run -> run.status() == Status.OK);
            return (allValid ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
        }
    }

    /**
     * Writes the HTML report and the files beside it, if at least one run has been made. The answer of an experiment or of
     * a workload is also printed. If this fails, Spindle only prints a message, because all records have been saved.
     */
    void report() {
        Path results = request.directory().root();
        String again = CommandText.of("report", CommandText.shown(results), "--open");
        try (Stream<RunRecord> records = Records.read(results)) {
            Runs runs = Runs.of(records);
            if (!runs.cells().isEmpty()) {
                List<Path> files = write(results, runs);
                request.err()
                        .println("HTML report: " + CommandText.shown(files.get(0)) + ", with " + (files.size() - 1)
                                + " more files next to it. To write it again and open it: " + again);
            }
        } catch (IOException | RuntimeException e) {
            String reason = e instanceof IOException io ? FileFailure.of(io) : String.valueOf(e.getMessage());
            request.err()
                    .println("warning: no report was written, but all records are saved: " + reason + ". To write it: "
                            + again);
        }
    }

    private List<Path> write(Path results, Runs runs) throws IOException {
        Problems problems = new Problems();
        SavedStudy study = SavedStudy.of(List.of(results), Path.of(""), problems);
        if (!problems.isEmpty()) {
            request.err().println(problems.report("its hypotheses are not judged."));
        }
        ComparisonOptions options = ComparisonOptions.standard()
                .with(study.study())
                .withPrices(study.pricesOf(runs))
                .against(study.baseline(runs));
        Findings findings = Findings.of(runs, options);
        List<Path> files = Reports.write(results, findings, ChartData.of(List.of(results), findings, request.err()));
        boolean compares = request.setups().size() > 1
                || !request.plan().first().together().isEmpty();
        if (!compares) {
            request.err().println(Reports.headline(findings));
        } else if (!request.options().json) {
            request.out().println();
            request.out().print(Reports.text(findings));
        }
        return files;
    }

    /** Returns the command that resumes the campaign, with the options that Spindle does not save. */
    public String resume() {
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--resume", request.plan().campaign(), "--out", CommandText.shown(request.options().out)));
        arguments.addAll(request.options().again());
        arguments.addAll(request.generic().withoutDefinitions());
        return CommandText.of(arguments);
    }

    /** Prints the problems that prevent the plan from running, or a line that there are none. Returns the exit code. */
    public static int report(List<String> problems, CampaignRequest request) {
        if (problems.isEmpty()) {
            request.out().println("Nothing prevents the plan from running.");
            return ExitCode.ALL_VALID.code();
        }
        problems.forEach(problem -> request.err().println("error: " + problem));
        request.err().println(Problems.counted(problems.size(), "nothing was started."));
        return ExitCode.WRONG_USAGE.code();
    }
}
