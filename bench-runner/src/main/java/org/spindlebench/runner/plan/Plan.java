package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Objects;
import org.spindlebench.runner.conf.FileSafeName;

/**
 * All runs of a campaign, in the order of execution. Saved as {@code plan.json} before the first run.
 *
 * @param schema version of this document
 * @param campaign name of the results directory
 * @param suite the suite's name
 * @param setup the storage setup's name
 * @param seed order and data follow from it
 * @param visit the visit to the setup, from 1, over all of an experiment; null for a campaign that changes no setup
 * @param total runs of the whole campaign, of all its visits; without warm-ups, which count for nothing
 * @param runs the runs
 */
public record Plan(
        int schema,
        String campaign,
        String suite,
        String setup,
        long seed,
        Integer visit,
        int total,
        List<RunSpec> runs)
        implements SavedPlan {
    /** The schema this version writes and reads. */
    public static final int SCHEMA = 3;

    public Plan {
        FileSafeName.require("the campaign", campaign);
        Objects.requireNonNull(suite, "suite");
        FileSafeName.require("the setup", setup);
        runs = List.copyOf(runs);
    }

    /** The plan of a campaign that changes no setup. */
    public Plan(int schema, String campaign, String suite, String setup, long seed, List<RunSpec> runs) {
        this(schema, campaign, suite, setup, seed, null, runs.size(), runs);
    }

    /** The name of its directory in HDFS: each visit has one of its own, since what was written under one setup is no input under another. */
    public String workspace() {
        return visit == null ? campaign : workspaces() + visit;
    }

    /** What the names of the directories of all visits begin with. */
    public String workspaces() {
        return campaign + "-visit-";
    }
}
