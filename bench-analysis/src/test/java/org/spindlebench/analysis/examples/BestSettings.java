package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

final class BestSettings implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Findings findings;
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            findings = Findings.of(Runs.of(records), ComparisonOptions.standard());
        }
        for (Sweep sweep : findings.sweeps()) {
            out.println(sweep.parameter() + " of " + sweep.subject().job() + " on "
                    + sweep.subject().setup() + ": best " + sweep.best() + ", tied with it " + sweep.ties());
        }
        findings.marginals().stream()
                .filter(marginal -> marginal.parameter().equals("containers"))
                .forEach(marginal -> out.printf(
                        Locale.ROOT,
                        "%s %s: n %d, %.3fx against the average of all%n",
                        marginal.parameter(),
                        marginal.value(),
                        marginal.runs(),
                        marginal.againstAverage()));
        // Fields that are no settings tell runs apart where one asks for it.
        try (Stream<RunRecord> records = Records.read(directory.resolve("runs.jsonl"))) {
            out.println(Runs.of(records, List.of(Field.of("source.format")))
                    .cells()
                    .get(0)
                    .subject()
                    .settings());
        }
        // end
    }
}
