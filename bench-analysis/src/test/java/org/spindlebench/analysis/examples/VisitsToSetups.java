package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

final class VisitsToSetups implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        // Changing the setup needs a restart: each cell holds the runs between two restarts.
        List<Sample> hdd = List.of(Sample.of(412.1, 405.7), Sample.of(425.9, 431.6), Sample.of(409.3, 411.2));
        List<Sample> ssd = List.of(Sample.of(251.4, 247.9), Sample.of(262.3, 259.0), Sample.of(249.6, 252.8));
        SpeedUp speedUp = VisitedPair.ofVisits(hdd, ssd).speedUp(0.95);
        out.printf(
                Locale.ROOT,
                "%.3fx [%.3f, %.3f]%n",
                speedUp.ratio(),
                speedUp.interval().orElseThrow().low(),
                speedUp.interval().orElseThrow().high());
        out.println(VisitedPair.ofVisits(hdd.subList(0, 1), ssd).speedUp(0.95).basis());
        // end
    }
}
