package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.StoppingRule;

final class WhenToStop implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        StoppingRule rule = new StoppingRule(6, 20, 0.05); // runs at least, runs at most, precision
        Sample hdd = Sample.of(412.1, 405.7, 418.9, 409.3, 431.6, 420.0);
        Sample ssd = Sample.of(251.4, 247.9, 255.0, 249.6, 262.3, 251.1);
        out.println(rule.decide(SpeedUp.of(new SamplePair(hdd, ssd), 0.95), 6));
        StoppingRule.Coverage coverage = rule.coverage(0.05, 0.95, 2000, 7);
        out.printf(
                Locale.ROOT,
                "covers %.1f %% (standard error %.1f %%) with %.1f runs%n",
                100 * coverage.share(),
                100 * coverage.standardError(),
                coverage.meanRuns());
        // end
    }
}
