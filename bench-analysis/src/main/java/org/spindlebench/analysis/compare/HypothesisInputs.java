package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Observed;

/** Durations of two setups, for the hypotheses about them. */
final class HypothesisInputs {
    private HypothesisInputs() {}

    static List<Judgement> judgements(Map<String, List<CellSummary>> bySetup, ComparisonOptions options) {
        return options.study().hypotheses().stream()
                .map(one -> Judgement.of(one, observed(one, bySetup), options.confidence()))
                .toList();
    }

    /**
     * What was measured of the jobs of a hypothesis, on both setups with equal settings, and what was measured or tried on one of them only.
     */
    private static List<Observed> observed(Hypothesis hypothesis, Map<String, List<CellSummary>> bySetup) {
        List<CellSummary> baselines = cells(hypothesis, hypothesis.baseline(), bySetup);
        List<CellSummary> contenders = cells(hypothesis, hypothesis.contender(), bySetup);
        List<Observed> observed = new ArrayList<>();
        Set<CellSummary> paired = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pairing.Pair pair :
                Pairing.of(baselines, contenders, Collections.emptySortedSet()).pairs()) {
            observed.add(new Observed(pair.baseline().subject().job(), pair.settings(), pair.samples()));
            paired.add(pair.baseline());
            paired.add(pair.contender());
        }
        Stream.of(baselines, contenders)
                .flatMap(Collection::stream)
                .filter(cell -> !paired.contains(cell))
                .forEach(cell -> observed.add(new Observed(cell.subject().job(), cell.comparable(), null)));
        return observed;
    }

    private static List<CellSummary> cells(
            Hypothesis hypothesis, String setup, Map<String, List<CellSummary>> bySetup) {
        return bySetup.getOrDefault(setup, List.of()).stream()
                .filter(cell -> hypothesis.isAbout(cell.subject().job(), cell.comparable()))
                .toList();
    }
}
