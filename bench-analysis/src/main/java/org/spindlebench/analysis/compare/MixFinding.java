package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.stats.WeightedRatio;

/**
 * What a whole workload gains: jobs weighted by their shares of the baseline's cluster hours.
 *
 * @param mix the workload's name
 * @param baseline the baseline's setup
 * @param contender the contender's setup
 * @param settings what all jobs share
 * @param across settings in which they differ although they are compared
 * @param shares the share of each job, summing to 1
 * @param missing jobs of the mix that were not measured on both; then there is no figure
 * @param ratio the figure, with its formula in {@link WeightedRatio}; null where a job is missing
 */
public record MixFinding(
        String mix,
        String baseline,
        String contender,
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        SortedMap<String, Double> shares,
        List<String> missing,
        WeightedRatio ratio) {
    public MixFinding {
        missing = List.copyOf(missing);
    }

    static MixFinding of(Mix mix, Family family, double confidence) {
        SortedMap<String, Double> shares = new TreeMap<>(mix.shares());
        List<String> missing = shares.keySet().stream()
                .filter(job -> !family.jobs().contains(job))
                .toList();
        List<Comparison> used = family.comparisons().stream()
                .filter(one -> shares.containsKey(one.job()))
                .toList();
        WeightedRatio ratio = missing.isEmpty()
                ? WeightedRatio.of(
                        used.stream().map(Comparison::observations).toList(),
                        used.stream().map(one -> shares.get(one.job())).toList(),
                        confidence)
                : null;
        return new MixFinding(
                mix.name(),
                family.baseline(),
                family.contender(),
                family.settings(),
                family.across(),
                shares,
                missing,
                ratio);
    }
}
