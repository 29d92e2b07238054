package org.spindlebench.analysis.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import org.spindlebench.analysis.Spindle;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;

final class ManyRuns implements Example {
    @Override
    public void run(Path directory, PrintStream out) {
        // example
        Runs runs = Runs.builder()
                .add("terasort", "hdd", 412.1, 405.7, 418.9)
                .add("terasort", "ssd", 251.4, 247.9, 255.0)
                .add("wordcount", "hdd", 100.2, 103.5, 98.7)
                .add("wordcount", "ssd", 99.0, 101.8, 97.4)
                .build();
        out.print(Spindle.report(runs, ComparisonOptions.standard().against("hdd"))
                .text());
        // end
    }
}
