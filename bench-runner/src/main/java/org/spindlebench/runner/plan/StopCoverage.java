package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;

/**
 * What a rule to stop does to the intervals that it stops with, by simulation: {@link StoppingRule#coverage}.
 *
 * @param cv coefficient of variation of the visits' means
 * @param confidence that the intervals claim
 * @param covered share of the intervals that hold the true ratio
 * @param standardError of that share
 * @param meanVisits to each setup, after which it stops
 */
public record StopCoverage(double cv, double confidence, double covered, double standardError, double meanVisits) {
    private static final double CONFIDENCE = 0.95;
    private static final int ROUNDS = 4000;
    private static final long SEED = 1;
    private static final double[] VARIATIONS = {0.03, 0.05, 0.1};

    /** For each of a few coefficients of variation; empty where nothing stops before the last visit. */
    static List<StopCoverage> of(Experiment.Shape shape) {
        if (shape.stop() == null) {
            return List.of();
        }
        StoppingRule rule = shape.stop().rule(shape.visits());
        return DoubleStream.of(VARIATIONS).mapToObj(cv -> of(rule, cv)).toList();
    }

    private static StopCoverage of(StoppingRule rule, double cv) {
        StoppingRule.Coverage coverage = rule.coverage(cv, CONFIDENCE, ROUNDS, SEED);
        return new StopCoverage(cv, CONFIDENCE, coverage.share(), coverage.standardError(), coverage.meanRuns());
    }

    String describe() {
        return String.format(
                Locale.ROOT,
                "at a CV of %.0f %% it ends after %.1f visits on average, and an interval of %.0f %% then covers %.1f %%"
                        + " (simulated, +- %.1f)",
                100 * cv,
                meanVisits,
                100 * confidence,
                100 * covered,
                100 * standardError);
    }
}
