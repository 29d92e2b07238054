package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.stats.CampaignDeviation;

/**
 * The cells that claims are made from, and their comparisons with the baseline.
 *
 * @param baseline null if there is only one setup
 * @param bySetup the cells of each setup
 * @param families the comparisons, before the correction for all claims
 * @param matched the answers over many settings
 * @param best the best of all settings
 * @param doubts receives warnings about cells about which nothing is claimed
 */
record Compared(
        ComparisonOptions options,
        String baseline,
        List<CellSummary> cells,
        Map<String, List<CellSummary>> bySetup,
        List<Family> families,
        List<MatchedFinding> matched,
        List<BestSettings> best,
        List<CellWarning> doubts) {
    /**
     * Returns the comparisons. Comparisons that an answer over many settings covers claim nothing: they are rows of a
     * table, one for each choice of settings.
     */
    List<Comparison> comparisons() {
        Set<List<String>> covered = matched.stream()
                .map(one -> List.of(one.contenderName(), one.job()))
                .collect(Collectors.toSet());
        return families.stream()
                .flatMap(family -> family.comparisons().stream())
                .map(one -> covered.contains(List.of(one.contenderSetup(), one.job()))
                        ? one.with(one.claim().withoutP())
                        : one)
                .toList();
    }

    /** Checks for answers over many settings; if a contender has one, its suites and mixes claim nothing. */
    boolean isMatched(String contender) {
        return matched.stream().anyMatch(one -> one.contenderName().equals(contender));
    }

    /** Returns the jobs that were measured, or attempted, on one of a family's setups. */
    List<String> jobs(Family family) {
        return Stream.of(family.baseline(), family.contender())
                .flatMap(setup -> bySetup.getOrDefault(setup, List.of()).stream())
                .map(cell -> cell.subject().job())
                .distinct()
                .sorted(JobOrder.OF_JOBS)
                .toList();
    }

    /**
     * Returns the variance between campaigns if one of these comparisons needs it; null if none needs it, or if it is
     * unknown.
     */
    static CampaignDeviation between(List<Comparison> all, ComparisonOptions options) {
        return all.stream().anyMatch(one -> one.samples().needsBetween())
                ? options.between().of(all.stream().map(Comparison::baseline).toList())
                : null;
    }
}
