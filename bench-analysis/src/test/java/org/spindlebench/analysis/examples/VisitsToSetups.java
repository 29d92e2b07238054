package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

final class VisitsToSetups implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        // Changing the setup needs a restart: each cell holds the runs between two restarts.
        List<Cell> hdd = List.of(Cell.of(412.1, 405.7), Cell.of(425.9, 431.6), Cell.of(409.3, 411.2));
        List<Cell> ssd = List.of(Cell.of(251.4, 247.9), Cell.of(262.3, 259.0), Cell.of(249.6, 252.8));
        SpeedUp speedUp = SamplePair.ofVisits(hdd, ssd).speedUp(0.95);
        out.printf(
                Locale.ROOT,
                "%.3fx [%.3f, %.3f]%n",
                speedUp.ratio(),
                speedUp.interval().orElseThrow().low(),
                speedUp.interval().orElseThrow().high());
        out.println(SamplePair.ofVisits(hdd.subList(0, 1), ssd).speedUp(0.95).basis());
        // end
    }
}
