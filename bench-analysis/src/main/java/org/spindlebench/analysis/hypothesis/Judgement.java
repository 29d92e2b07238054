package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A hypothesis and what was found.
 *
 * <p>It is supported where the whole interval of every job is on the claimed side. If the claim is false then it is false of some job, whose
 * interval errs no more often than it says, whatever the others do: no correction is needed (the intersection-union test; Berger,
 * Technometrics 24(4), 1982). It is contradicted where for some of its k jobs the whole interval of confidence 1 − α / k is on the other
 * side (Bonferroni). What was not measured supports nothing.
 *
 * @param hypothesis what was claimed
 * @param verdict on it
 * @param confidence of the intervals that support
 * @param contradictingAt confidence of the intervals that contradict, 1 − α / k
 * @param evidence one for every job and choice of settings that the claim is about; k of them
 * @param p two-sided, of the verdict that the evidence is nearest to: the greatest p of what supports, or k times the least of what
 *     contradicts; null where there is neither
 */
public record Judgement(
        Hypothesis hypothesis,
        Verdict verdict,
        double confidence,
        double contradictingAt,
        List<Evidence> evidence,
        Double p) {
    public Judgement {
        evidence = List.copyOf(evidence);
    }

    /**
     * Judges a hypothesis.
     *
     * @param observed jobs on its baseline and contender, each with settings of its own; others than those it is about don't matter
     * @param confidence between 0 and 1, exclusive, such as 0.95
     */
    public static Judgement of(Hypothesis hypothesis, Collection<Observed> observed, double confidence) {
        List<Situation> situations = new ArrayList<>();
        hypothesis.jobs().forEach(job -> situations.addAll(Situation.of(hypothesis, job, observed)));
        double corrected = 1 - (1 - confidence) / situations.size();
        List<Evidence> evidence = situations.stream()
                .map(situation -> situation.evidence(hypothesis.claim(), confidence, corrected))
                .toList();
        Double supporting = supporting(evidence);
        Double contradicting = contradicting(evidence);
        boolean supports = supporting != null && (contradicting == null || supporting <= contradicting);
        Judgement nearest = new Judgement(
                hypothesis,
                supports ? Verdict.SUPPORTED : Verdict.CONTRADICTED,
                confidence,
                corrected,
                evidence,
                supports ? supporting : contradicting);
        return nearest.corrected(nearest.p);
    }

    private static Double supporting(List<Evidence> evidence) {
        boolean complete = evidence.stream().allMatch(one -> one.supporting() != null);
        return complete
                ? (Double) evidence.stream()
                        .mapToDouble(Evidence::supporting)
                        .max()
                        .orElseThrow()
                : null;
    }

    private static Double contradicting(List<Evidence> evidence) {
        OptionalDouble least = evidence.stream()
                .map(Evidence::contradicting)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
        return least.isEmpty() ? null : (Double) Math.min(1, evidence.size() * least.getAsDouble());
    }

    /**
     * The verdict that stands where the p was corrected for other claims.
     *
     * @param adjusted at least {@link #p}; null as that
     */
    public Judgement corrected(Double adjusted) {
        boolean decided = adjusted != null && adjusted < 1 - confidence;
        return new Judgement(
                hypothesis, decided ? verdict : Verdict.UNDECIDED, confidence, contradictingAt, evidence, p);
    }
}
