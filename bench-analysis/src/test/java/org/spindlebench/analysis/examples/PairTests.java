package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.MannWhitney;
import org.spindlebench.analysis.stats.MannWhitney.HodgesLehmann;
import org.spindlebench.analysis.stats.Permutation;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

final class PairTests implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        SamplePair pair =
                new SamplePair(Sample.of(100.2, 103.5, 98.7, 101.1, 104.9), Sample.of(99.0, 101.8, 97.4, 102.6, 96.3));
        LogWelch welch = LogWelch.of(pair, 0.95).orElseThrow();
        out.printf(Locale.ROOT, "Welch on logs: p %.4f, geometric means %.4fx%n", welch.p(), welch.ratio());
        out.printf(
                Locale.ROOT, "Mann-Whitney: p %.4f%n", MannWhitney.of(pair).p().orElseThrow());
        out.printf(
                Locale.ROOT, "permutation: p %.4f%n", Permutation.of(pair).p().orElseThrow());
        out.printf(Locale.ROOT, "Hodges-Lehmann: %.4fx%n", HodgesLehmann.ratio(pair));
        out.println("Holm, of three jobs: " + Holm.adjust(List.of(0.04, 0.001, 0.03)));
        // end
    }
}
