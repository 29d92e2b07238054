package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.stats.CampaignDeviation;

/**
 * The cells from which claims are made, and their comparisons with the baseline.
 *
 * @param baseline null if there is only one setup
 * @param jobs the jobs that were measured, or attempted, on each setup
 * @param families the comparisons, before the correction for all claims
 * @param matched the answers over many settings
 * @param judgements the study's hypotheses
 * @param doubts receives warnings about cells without claims
 */
record Compared(
        ComparisonOptions options,
        String baseline,
        List<CellSummary> cells,
        Map<String, Set<String>> jobs,
        List<Family> families,
        List<MatchedFinding> matched,
        List<Judgement> judgements,
        List<CellWarning> doubts) {
    /**
     * Returns the comparisons. Comparisons that an answer over many settings covers claim nothing: they are rows of a
     * table, one for each choice of settings. If a hypothesis of one pair was planned about a comparison, the
     * comparison has the verdict of that hypothesis.
     */
    List<Comparison> comparisons() {
        Set<List<String>> covered = matched.stream()
                .map(one -> List.of(one.contenderName(), one.job()))
                .collect(Collectors.toSet());
        List<Judgement> planned = Claims.corrected(
                        judgements.stream()
                                .filter(one -> one.claim().family().equals(Claim.HYPOTHESES))
                                .toList(),
                        options.study().looks())
                .of(Judgement.class)
                .stream()
                .filter(Judgement::isOfPair)
                .toList();
        return families.stream()
                .flatMap(family -> family.comparisons().stream())
                .map(one -> covered.contains(List.of(one.contenderSetup(), one.job()))
                        ? one.with(one.claim().withoutP())
                        : planned.stream()
                                .filter(hypothesis -> isAbout(hypothesis, one))
                                .findFirst()
                                .map(hypothesis -> one.with(
                                        one.claim().following(hypothesis.claim(), hypothesis.onPair(options.margin()))))
                                .orElse(one))
                .toList();
    }

    private static boolean isAbout(Judgement hypothesis, Comparison one) {
        HypothesisData evidence = hypothesis.evidence().get(0);
        return one.quantity() == Quantity.DURATION
                && one.across().isEmpty()
                && hypothesis.hypothesis().baseline().equals(one.baselineSetup())
                && hypothesis.hypothesis().contender().equals(one.contenderSetup())
                && evidence.job().equals(one.job())
                && evidence.settings().equals(one.settings());
    }

    /** Checks for answers over many settings; if a contender has one, its suites and mixes claim nothing. */
    boolean isMatched(String contender) {
        return matched.stream().anyMatch(one -> one.contenderName().equals(contender));
    }

    /** Returns the jobs of each setup that has one of these cells. */
    static Map<String, Set<String>> bySetup(List<CellSummary> cells) {
        return cells.stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.subject().setup(),
                        Collectors.mapping(cell -> cell.subject().job(), Collectors.toSet())));
    }

    /** Returns the jobs that were measured, or attempted, on one of a family's setups. */
    List<String> jobs(Family family) {
        Set<String> either = new TreeSet<>(JobOrder.OF_JOBS);
        either.addAll(jobs.getOrDefault(family.baseline(), Set.of()));
        either.addAll(jobs.getOrDefault(family.contender(), Set.of()));
        return List.copyOf(either);
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
