package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Objects;

/**
 * All runs of a campaign, in the order of execution. Saved as {@code plan.json} before the first run.
 *
 * @param schema version of this document
 * @param campaign name of the results directory
 * @param suite the suite's name
 * @param setup the storage setup's name
 * @param seed order and data follow from it
 * @param runs the runs
 */
public record Plan(int schema, String campaign, String suite, String setup, long seed, List<RunSpec> runs) {
    /** The schema this version writes and reads. */
    public static final int SCHEMA = 2;

    public Plan {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(setup, "setup");
        runs = List.copyOf(runs);
    }
}
