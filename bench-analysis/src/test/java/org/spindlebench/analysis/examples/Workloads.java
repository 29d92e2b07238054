package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

final class Workloads implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Mix mix = Mix.of("reporting", "Mostly scans.", new TreeMap<>(Map.of("terasort", 20.0, "wordcount", 80.0)));
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            Findings findings =
                    Findings.of(Runs.of(records), ComparisonOptions.standard().withMixes(List.of(mix)));
            MixFinding found = findings.mixes().stream()
                    .filter(one -> one.missing().isEmpty())
                    .findFirst()
                    .orElseThrow();
            out.printf(Locale.ROOT, "%s: %.3fx%n", found.mix(), found.ratio().speedUp());
        }
        // end
    }
}
