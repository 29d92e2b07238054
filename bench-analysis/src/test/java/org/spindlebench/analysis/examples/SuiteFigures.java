package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.WeightedRatio;

final class SuiteFigures implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        SamplePair terasort = new SamplePair(Sample.of(412.1, 405.7, 418.9), Sample.of(251.4, 247.9, 255.0));
        SamplePair wordcount = new SamplePair(Sample.of(100.2, 103.5, 98.7), Sample.of(99.0, 101.8, 97.4));
        SuiteRatio suite = SuiteRatio.of(List.of(terasort, wordcount), 0.95);
        Interval bounds = suite.interval().orElseThrow(); // of these jobs; jobsAsSample() is of jobs like these
        out.printf(
                Locale.ROOT, "geometric mean %.3fx [%.3f, %.3f]%n", suite.geometricMean(), bounds.low(), bounds.high());
        out.printf(Locale.ROOT, "by summed durations %.3fx%n", suite.ratioOfSums());
        // A workload that spends 20 % of the baseline's hours in TeraSort.
        WeightedRatio workload = WeightedRatio.of(List.of(terasort, wordcount), List.of(0.2, 0.8), 0.95);
        out.printf(Locale.ROOT, "whole workload %.3fx%n", workload.speedUp());
        // end
    }
}
