package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Outliers;
import org.spindlebench.analysis.stats.Sample;

final class OutlyingRuns implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Outliers outliers = Outliers.of(Sample.of(251.4, 247.9, 255.0, 249.6, 398.2));
        outliers.flagged().forEach(run -> out.println("run " + run.index() + ": " + run.value() + " s"));
        out.printf(
                Locale.ROOT,
                "mean without %.2f s%n",
                outliers.without().orElseThrow().mean());
        // end
    }
}
