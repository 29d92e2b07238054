package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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
 */
public record Judgement(
        Hypothesis hypothesis, Verdict verdict, double confidence, double contradictingAt, List<Evidence> evidence) {
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
        return new Judgement(hypothesis, verdict(evidence), confidence, corrected, evidence);
    }

    private static Verdict verdict(List<Evidence> evidence) {
        if (evidence.stream().anyMatch(one -> one.stand() == Stand.CONTRADICTS)) {
            return Verdict.CONTRADICTED;
        }
        return evidence.stream().allMatch(one -> one.stand() == Stand.SUPPORTS) ? Verdict.SUPPORTED : Verdict.UNDECIDED;
    }
}
