package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Drift;

final class DriftOfCampaign implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        // ln(duration / mean of the run's own cell), in the order of the clock
        double[] residuals = {-0.051, -0.032, -0.040, -0.021, -0.008, -0.012, 0.009, 0.021, 0.018, 0.030, 0.041, 0.045};
        Drift drift = Drift.of(residuals, 0.95).orElseThrow(); // absent below 10 runs
        out.printf(
                Locale.ROOT,
                "%.2f %% a run, lag-1 correlation %.2f, suspicious: %b%n",
                100 * drift.slope(),
                drift.lagOne(),
                drift.isSuspicious());
        // end
    }
}
