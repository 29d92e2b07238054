package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;

final class PairedBlocks implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        // The i-th value of either side is of block i, in which both setups were run.
        Paired paired =
                Paired.of(new SamplePair(Sample.of(101, 110, 119, 131, 142), Sample.of(92, 99, 108, 121, 129)), 0.95);
        out.printf(
                Locale.ROOT,
                "%d blocks: %.3fx [%.3f, %.3f], correlation %.3f, pays: %b%n",
                paired.blocks(),
                paired.ratio(),
                paired.interval().orElseThrow().low(),
                paired.interval().orElseThrow().high(),
                paired.correlation().orElseThrow(),
                paired.pays());
        // end
    }
}
