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
 * @param pScreen its p after Holm's correction for everything that is claimed of the same runs; null where there is none
 */
public record MixFinding(
        String mix,
        String baseline,
        String contender,
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        SortedMap<String, Double> shares,
        List<String> missing,
        WeightedRatio ratio,
        Double pScreen) {
    public MixFinding {
        missing = List.copyOf(missing);
    }

    static MixFinding of(Mix mix, Family family, ComparisonOptions options) {
        SortedMap<String, Double> shares = new TreeMap<>(mix.shares());
        List<String> missing = shares.keySet().stream()
                .filter(job -> !family.jobs().contains(job))
                .toList();
        List<Comparison> used = family.comparisons().stream()
                .filter(one -> shares.containsKey(one.job()))
                .toList();
        boolean single = used.stream().anyMatch(one -> one.samples().needsBetween());
        WeightedRatio ratio = missing.isEmpty()
                ? WeightedRatio.of(
                        used.stream().map(Comparison::samples).toList(),
                        used.stream().map(one -> shares.get(one.job())).toList(),
                        options.confidence(),
                        single
                                ? options.between()
                                        .of(used.stream()
                                                .map(Comparison::baseline)
                                                .toList())
                                : null)
                : null;
        return new MixFinding(
                mix.name(),
                family.baseline(),
                family.contender(),
                family.settings(),
                family.across(),
                shares,
                missing,
                ratio,
                null);
    }

    MixFinding withScreen(Double p) {
        return new MixFinding(mix, baseline, contender, settings, across, shares, missing, ratio, p);
    }

    /** As {@link Comparison#isClaimed}. */
    public boolean isClaimed() {
        return ratio != null
                && ratio.interval()
                        .filter(bounds -> pScreen != null && pScreen < 1 - bounds.confidence())
                        .isPresent();
    }
}
