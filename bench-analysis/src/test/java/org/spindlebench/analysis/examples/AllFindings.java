package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Gate;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;

final class AllFindings implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        ComparisonOptions options = ComparisonOptions.standard().against("hdd").withConfidence(0.95);
        Findings findings;
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            findings = Findings.of(Runs.of(records), options);
        }
        out.print(Reports.text(findings));
        out.println("slower than by 5 %: " + Gate.of(findings, 0.05).verdict());
        findings.doubts().stream()
                .map(doubt -> doubt.warning().code())
                .distinct()
                .forEach(out::println);
        List<Path> files = Reports.write(directory.resolve("report"), findings);
        out.println(files.get(0).getFileName() + ", " + files.get(1).getFileName() + ", report.json and tables in CSV");
        String markdown = Reports.markdown(findings); // and json(findings), the text of report.json
        out.println(markdown.lines().findFirst().orElseThrow());
        // end
    }
}
