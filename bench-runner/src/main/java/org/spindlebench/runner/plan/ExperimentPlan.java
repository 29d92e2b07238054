package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.FileSafeName;

/**
 * All visits of an experiment, in the order of execution. Saved as {@code plan.json} before the first run.
 *
 * @param schema version of this document
 * @param campaign name of the results directory
 * @param experiment the experiment's name
 * @param setups names, the baseline first
 * @param shape how often and in which order they are visited
 * @param coverage what the rule to stop does to intervals, simulated; empty without a rule
 * @param seed order and data follow from it
 * @param visits the runs of each visit
 */
public record ExperimentPlan(
        int schema,
        String campaign,
        String experiment,
        List<String> setups,
        Experiment.Shape shape,
        List<StopCoverage> coverage,
        long seed,
        List<Plan> visits)
        implements SavedPlan {
    /** The schema this version writes and reads. */
    public static final int SCHEMA = Plan.SCHEMA;

    public ExperimentPlan {
        FileSafeName.require("the campaign", campaign);
        Objects.requireNonNull(experiment, "experiment");
        Objects.requireNonNull(shape, "shape");
        setups = List.copyOf(setups);
        setups.forEach(setup -> FileSafeName.require("the setup", setup));
        coverage = List.copyOf(coverage);
        visits = List.copyOf(visits);
        if (visits.isEmpty()) {
            throw new IllegalArgumentException("an experiment without visits");
        }
    }

    @Override
    public String suite() {
        return visits.get(0).suite();
    }

    /** All runs, warm-ups included, in their order. */
    @Override
    public List<RunSpec> runs() {
        return visits.stream().flatMap(visit -> visit.runs().stream()).toList();
    }

    /** The first visit to a setup. */
    public Plan first(String setup) {
        return visits.stream()
                .filter(visit -> visit.setup().equals(setup))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no visit to " + setup));
    }

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
}
