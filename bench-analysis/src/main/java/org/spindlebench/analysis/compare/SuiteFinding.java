package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.SortedMap;
import org.spindlebench.analysis.stats.SuiteRatio;

/**
 * All jobs of a suite on two setups together.
 *
 * @param baseline the baseline's setup
 * @param contender the contender's setup
 * @param settings what all jobs share
 * @param across settings in which they differ although they are compared
 * @param jobs the jobs it is made of
 * @param missing jobs that were measured on one of the two only, or with other settings
 * @param ratio the figures, with their formulas in {@link SuiteRatio}
 */
public record SuiteFinding(
        String baseline,
        String contender,
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        List<String> jobs,
        List<String> missing,
        SuiteRatio ratio) {
    public SuiteFinding {
        jobs = List.copyOf(jobs);
        missing = List.copyOf(missing);
    }

    static SuiteFinding of(Family family, List<String> allJobs, double confidence) {
        List<String> missing =
                allJobs.stream().filter(job -> !family.jobs().contains(job)).toList();
        return new SuiteFinding(
                family.baseline(),
                family.contender(),
                family.settings(),
                family.across(),
                family.jobs(),
                missing,
                SuiteRatio.of(family.observations(), confidence));
    }
}
