package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;

/** What a rule to stop does to the intervals that it stops with, by simulation. */
final class StopCoverage {
    private static final double CONFIDENCE = 0.95;
    private static final int ROUNDS = 4000;
    private static final long SEED = 1;
    private static final double[] VARIATIONS = {0.03, 0.05, 0.1};

    private StopCoverage() {}

    /** A line for each of a few coefficients of variation of visits' means. */
    static List<String> lines(Experiment.Shape shape) {
        StoppingRule rule = shape.stop().rule(shape.visits());
        return DoubleStream.of(VARIATIONS).mapToObj(cv -> line(rule, cv)).toList();
    }

    private static String line(StoppingRule rule, double cv) {
        StoppingRule.Coverage coverage = rule.coverage(cv, CONFIDENCE, ROUNDS, SEED);
        return String.format(
                Locale.ROOT,
                "           at a CV of %.0f %% it ends after %.1f visits on average, and an interval of %.0f %% then covers %.1f %%"
                        + " (simulated, +- %.1f)",
                100 * cv,
                coverage.meanRuns(),
                100 * CONFIDENCE,
                100 * coverage.share(),
                100 * coverage.standardError());
    }
}
