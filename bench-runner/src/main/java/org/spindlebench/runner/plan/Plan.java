package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.FileSafeName;

/**
 * A campaign: a list of visits, each a setup and a list of runs, in the order of execution. Saved as {@code plan.json} before the first run.
 *
 * @param schema version of this document
 * @param campaign name of the results directory
 * @param suite the suite's name, or the workload's
 * @param experiment the experiment's name; null for a campaign of one setup, which has one visit
 * @param setups names, the baseline first
 * @param shape how often and in which order an experiment visits its setups; null for a campaign of one setup
 * @param coverage what the rule to stop does to intervals, simulated; empty without a rule
 * @param seed order and data follow from it
 * @param visits the runs of each visit
 */
public record Plan(
        int schema,
        String campaign,
        String suite,
        String experiment,
        List<String> setups,
        Experiment.Shape shape,
        List<StopCoverage> coverage,
        long seed,
        List<Visit> visits) {
    /** The schema this version writes. It reads the one before, too. */
    public static final int SCHEMA = 4;

    public Plan {
        FileSafeName.require("the campaign", campaign);
        Objects.requireNonNull(suite, "suite");
        if (experiment != null) {
            Objects.requireNonNull(shape, "shape");
        }
        setups = List.copyOf(setups);
        setups.forEach(setup -> FileSafeName.require("the setup", setup));
        coverage = List.copyOf(coverage);
        visits = List.copyOf(visits);
        if (visits.isEmpty() || (experiment == null && visits.size() > 1)) {
            throw new IllegalArgumentException(visits.size() + " visits of the campaign " + campaign);
        }
    }

    /** The plan of a campaign of one setup. */
    public static Plan ofOneSetup(String campaign, String suite, String setup, long seed, List<RunSpec> runs) {
        return new Plan(
                SCHEMA,
                campaign,
                suite,
                null,
                List.of(setup),
                null,
                List.of(),
                seed,
                List.of(new Visit(setup, null, runs)));
    }

    /** Whether setups are visited in turn. */
    public boolean isExperiment() {
        return experiment != null;
    }

    /** All runs, warm-ups included, in the order of execution. */
    public List<RunSpec> runs() {
        return visits.stream().flatMap(visit -> visit.runs().stream()).toList();
    }

    /** Runs of all visits, without warm-ups, which count for nothing. */
    public int total() {
        return (int) runs().stream().filter(run -> !run.isWarmUp()).count();
    }

    /** The first visit to a setup. */
    public Visit first(String setup) {
        return visits.stream()
                .filter(visit -> visit.setup().equals(setup))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no visit to " + setup));
    }

    /** The first visit of all. */
    public Visit first() {
        return visits.get(0);
    }

    /** The name of a visit's directory in HDFS: each has one of its own, since what was written under one setup is no input under another. */
    public String workspace(Visit visit) {
        return visit.number() == null ? campaign : workspaces() + visit.number();
    }

    /** What the names of the directories of all visits of an experiment begin with. */
    public String workspaces() {
        return campaign + "-visit-";
    }

    /**
     * The runs that are made under a setup before it is changed.
     *
     * @param setup the setup's name
     * @param number from 1, over all of an experiment; null in a campaign of one setup
     * @param runs in the order of execution
     */
    public record Visit(String setup, Integer number, List<RunSpec> runs) {
        public Visit {
            FileSafeName.require("the setup", setup);
            runs = List.copyOf(runs);
        }
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
