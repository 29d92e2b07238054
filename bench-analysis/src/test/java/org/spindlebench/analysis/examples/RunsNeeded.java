package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;

final class RunsNeeded implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        out.println(Power.runsNeeded(0.05, 0.05, 0.95) + " runs on each setup, to know a ratio within 5 % at CV 5 %");
        double found = Power.detectableRatio(Power.sdOfLogs(0.05), 5, 5, 0.8, 0.95);
        out.printf(Locale.ROOT, "5 and 5 runs at CV 5 %% find %.3fx in 8 of 10 cases%n", found);
        SamplePair measured = new SamplePair(Sample.of(100.2, 103.5, 98.7), Sample.of(99.0, 101.8, 97.4));
        out.printf(
                Locale.ROOT,
                "these runs find %.3fx%n",
                Power.detectableRatio(measured, 0.8, 0.95).orElseThrow());
        // end
    }
}
