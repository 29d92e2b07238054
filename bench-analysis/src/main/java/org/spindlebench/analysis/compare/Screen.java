package org.spindlebench.analysis.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

/**
 * Corrects all claims in a report's sentences as one family, by Holm's method. So the probability that a report makes
 * any false claim is at most the error rate of a single interval.
 */
final class Screen {
    final List<MatchedFinding> matched;
    final List<Family> families;
    final List<SuiteFinding> suites;
    final List<MixFinding> mixes;
    final List<InteractionFinding> interactions;
    final List<Judgement> judgements;
    final List<WorkloadFinding> workloads;

    /**
     * Replaces the p of each claim by the corrected p. Comparisons that a matched answer covers claim nothing, nor do
     * suites and mixes of a contender with such answers: they are rows of a table, one for each choice of settings.
     */
    Screen(
            List<MatchedFinding> matched,
            List<Family> families,
            List<SuiteFinding> suites,
            List<MixFinding> mixes,
            List<InteractionFinding> interactions,
            List<Judgement> judgements,
            List<WorkloadFinding> workloads) {
        List<Double> all = new ArrayList<>();
        Set<List<String>> covered =
                matched.stream().map(one -> List.of(one.contender(), one.job())).collect(Collectors.toSet());
        Set<String> contenders = matched.stream().map(MatchedFinding::contender).collect(Collectors.toSet());
        matched.forEach(one -> all.add(Absent.orNull(one.matched().p())));
        families.forEach(family -> family.comparisons()
                .forEach(one -> all.add(covered.contains(List.of(one.contenderSetup(), one.job())) ? null : p(one))));
        suites.forEach(suite -> all.add(contenders.contains(suite.contender()) ? null : p(suite)));
        mixes.forEach(mix -> all.add(contenders.contains(mix.contender()) ? null : p(mix)));
        interactions.forEach(one -> all.add(Absent.orNull(one.interaction().p())));
        judgements.forEach(judgement -> all.add(judgement.p()));
        workloads.forEach(one -> all.add(one.pOfClaim()));
        Deque<OptionalDouble> corrected = corrected(all);
        this.matched = matched.stream()
                .map(one -> one.withScreen(Absent.orNull(corrected.remove())))
                .toList();
        this.families = families.stream()
                .map(family -> family.with(family.comparisons().stream()
                        .map(one -> one.withScreen(Absent.orNull(corrected.remove())))
                        .toList()))
                .toList();
        this.suites = suites.stream()
                .map(suite -> suite.withScreen(Absent.orNull(corrected.remove())))
                .toList();
        this.mixes = mixes.stream()
                .map(mix -> mix.withScreen(Absent.orNull(corrected.remove())))
                .toList();
        this.interactions = interactions.stream()
                .map(one -> one.withScreen(Absent.orNull(corrected.remove())))
                .toList();
        this.judgements = judgements.stream()
                .map(judgement -> judgement.corrected(Absent.orNull(corrected.remove())))
                .toList();
        this.workloads = workloads.stream()
                .map(one -> one.withScreen(Absent.orNull(corrected.remove())))
                .toList();
    }

    private static Double p(Comparison one) {
        LogWelch welch = one.tests().welch();
        return welch == null ? null : (Double) welch.p();
    }

    // A suite of one job repeats its comparison, so it has no sentence of its own.
    private static Double p(SuiteFinding suite) {
        return suite.jobs().size() < 2 ? null : Absent.orNull(suite.ratio().p());
    }

    private static Double p(MixFinding mix) {
        return mix.ratio() == null ? null : Absent.orNull(mix.ratio().p());
    }

    private static Deque<OptionalDouble> corrected(List<Double> all) {
        Deque<Double> adjusted = new ArrayDeque<>(
                Holm.adjust(all.stream().filter(Objects::nonNull).toList()));
        Deque<OptionalDouble> corrected = new ArrayDeque<>();
        all.forEach(p -> corrected.add(p == null ? OptionalDouble.empty() : OptionalDouble.of(adjusted.remove())));
        return corrected;
    }

    static int claims(Findings findings) {
        return (int) Stream.of(
                        findings.matched().stream().map(MatchedFinding::pScreen),
                        findings.comparisons().map(one -> one.tests().pScreen()),
                        findings.suites().stream().map(SuiteFinding::pScreen),
                        findings.mixes().stream().map(MixFinding::pScreen),
                        findings.interactions().stream().map(InteractionFinding::pScreen),
                        findings.judgements().stream().map(Judgement::p),
                        findings.workloads().stream().map(WorkloadFinding::pScreen))
                .flatMap(stream -> stream)
                .filter(Objects::nonNull)
                .count();
    }
}
