package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Objects;
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
}
