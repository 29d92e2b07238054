package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;

final class MatchedConfigurations implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        SamplePair small = new SamplePair(Sample.of(100, 104, 98, 102, 101, 99), Sample.of(92, 95));
        SamplePair large = new SamplePair(Sample.of(1000, 1030), Sample.of(930, 921, 940, 915, 935, 925));
        Matched matched = Matched.of(List.of(small, large), 0.95);
        out.printf(Locale.ROOT, "matched %.3fx, pooled %.3fx%n", matched.ratio(), matched.pooledRatio());
        out.println("unbalanced: " + matched.isUnbalanced());
        // end
    }
}
