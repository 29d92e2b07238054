package org.spindlebench.runner.plan;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The command-line options that change or complete a suite.
 *
 * @param seed the seed of the runs' order and of the jobs' data
 * @param repeats the repeats of every cell, instead of the suite's
 * @param bytesPerNode the size of every cell, instead of the suite's
 * @param jobs the only jobs to run; empty for all
 * @param definitions the settings of {@code -D}, which override all others
 */
public record PlanOptions(
        String campaign,
        String setup,
        long seed,
        OptionalInt repeats,
        OptionalLong bytesPerNode,
        List<String> jobs,
        Map<String, String> definitions) {
    public PlanOptions {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(setup, "setup");
        jobs = List.copyOf(jobs);
        definitions = Collections.unmodifiableMap(new TreeMap<>(definitions));
    }

    /** Returns the options for an unchanged suite, with a campaign name, a setup and a seed. */
    public static PlanOptions of(String campaign, String setup, long seed) {
        return new PlanOptions(campaign, setup, seed, OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of());
    }

    /** Returns these options with another campaign name and seed, such as those of a resumed plan. */
    public PlanOptions as(String otherCampaign, long otherSeed) {
        return new PlanOptions(otherCampaign, setup, otherSeed, repeats, bytesPerNode, jobs, definitions);
    }

    PlanOptions withRepeats(OptionalInt other) {
        return new PlanOptions(campaign, setup, seed, other, bytesPerNode, jobs, definitions);
    }
}
