package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.spindlebench.analysis.Spindle;
import org.spindlebench.analysis.Spindle.Report;

final class OneFile implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Report report = Spindle.report(directory.resolve("runs.csv"));
        out.print(report.text());
        report.write(directory.resolve("report")); // report.html, report.md, report.json and tables
        // end
    }
}
