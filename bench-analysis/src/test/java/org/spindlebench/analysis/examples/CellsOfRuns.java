package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Sample;

final class CellsOfRuns implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Runs runs;
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            runs = Runs.of(records); // one pass; of a run a few numbers are kept
        }
        for (CellSummary cell : runs.cells()) {
            Sample elapsed = cell.elapsed(); // null where no run of the cell is valid
            out.printf(
                    Locale.ROOT,
                    "%-9s %s %s: n %d, mean %.2f s, sd %.2f, median %.2f, not in the figures %d%n",
                    cell.subject().job(),
                    cell.subject().setup(),
                    cell.subject().settings(),
                    elapsed.n(),
                    elapsed.mean(),
                    elapsed.sd().orElse(0),
                    elapsed.median(),
                    cell.excluded().size());
        }
        // end
    }
}
