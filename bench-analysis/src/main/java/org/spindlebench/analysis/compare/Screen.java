package org.spindlebench.analysis.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
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
    final List<Family> families;
    final List<SuiteFinding> suites;
    final List<MixFinding> mixes;
    final List<InteractionFinding> interactions;
    final List<Judgement> judgements;
    final List<WorkloadFinding> workloads;

    /** Replaces the p of each claim by the corrected p. */
    Screen(
            List<Family> families,
            List<SuiteFinding> suites,
            List<MixFinding> mixes,
            List<InteractionFinding> interactions,
            List<Judgement> judgements,
            List<WorkloadFinding> workloads) {
        List<Double> all = new ArrayList<>();
        families.forEach(family -> family.comparisons().forEach(one -> all.add(p(one))));
        suites.forEach(suite -> all.add(p(suite)));
        mixes.forEach(mix -> all.add(p(mix)));
        interactions.forEach(one -> all.add(Absent.orNull(one.interaction().p())));
        judgements.forEach(judgement -> all.add(judgement.p()));
        workloads.forEach(one -> all.add(one.pOfClaim()));
        Deque<OptionalDouble> corrected = corrected(all);
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
