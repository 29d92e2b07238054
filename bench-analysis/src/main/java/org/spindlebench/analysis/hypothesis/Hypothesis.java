package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A claim about two setups that can be judged by durations.
 *
 * @param says the claim in words
 * @param jobs those it is about; at least one
 * @param settings under which it is claimed, such as {@code compression=none}; it is claimed under all values of all others
 * @param baseline the setup that the contender is compared with
 * @param contender the setup that something is expected of
 * @param claim what is expected
 */
public record Hypothesis(
        String says,
        List<String> jobs,
        SortedMap<String, String> settings,
        String baseline,
        String contender,
        Claim claim) {
    /** @throws IllegalArgumentException if there is no job, or a setup is compared with itself */
    public Hypothesis {
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(claim, "claim");
        jobs = List.copyOf(jobs);
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        if (jobs.isEmpty() || baseline.equals(contender)) {
            throw new IllegalArgumentException("a hypothesis needs a job and two setups: " + says);
        }
    }

    /** Whether it is about a job under these settings. */
    public boolean isAbout(String job, Map<String, String> all) {
        return jobs.contains(job) && all.entrySet().containsAll(settings.entrySet());
    }
}
