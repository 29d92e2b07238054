package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

final class AcrossSettings implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            Runs sorts = Runs.of(records.filter(Field.of("job").isAnyOf("sort")));
            out.println("as it is: "
                    + Findings.of(sorts, ComparisonOptions.standard())
                            .comparisons()
                            .count() + " comparisons");
            ComparisonOptions allowed = ComparisonOptions.standard().across("compression");
            Comparison marked =
                    Findings.of(sorts, allowed).comparisons().findFirst().orElseThrow();
            out.printf(
                    Locale.ROOT,
                    "%.2fx although they differ in %s%n",
                    marked.speedUp().ratio(),
                    marked.across());
            out.println(marked.warnings().get(0).code());
        }
        // end
    }
}
