package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.conf.Problems;

/** What an experiment found: the figure that it is held against, its hypotheses and comparisons, as {@code report} says and writes them. */
final class ExperimentReport {
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
            List<Path> files = Reports.write(results, findings, ShownEvidence.of(List.of(results), findings, err));
            out.println();
            out.print(Reports.text(findings));
            err.println("Written: " + ClusterActions.shown(files.get(0)) + " and " + (files.size() - 1)
                    + " files beside it. Once more, with --prices or other questions: "
                    + Invocation.of("report", ClusterActions.shown(results)));
        }
    }
}
