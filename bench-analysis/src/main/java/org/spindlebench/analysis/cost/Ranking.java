package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ranks figures of the same measure, job and settings among setups. */
final class Ranking {
    private final String currency;
    private final CostOptions options;

    Ranking(String currency, CostOptions options) {
        this.currency = currency;
        this.options = options;
    }

    /** The figures in the order of the drafts. */
    List<CostFigure> of(List<Draft> drafts) {
        Map<Draft.Contest, List<Draft>> contests = new LinkedHashMap<>();
        drafts.forEach(draft -> contests.computeIfAbsent(draft.contest(), contest -> new ArrayList<>())
                .add(draft));
        return drafts.stream()
                .map(draft -> ranked(draft, contests.get(draft.contest())))
                .toList();
    }

    private CostFigure ranked(Draft draft, List<Draft> all) {
        if (draft.measure().better() == CostMeasure.Better.NEITHER) {
            return draft.ranked(currency, null, List.of());
        }
        long better = all.stream().filter(other -> isBetter(other, draft)).count();
        List<String> ties = all.stream()
                .filter(other -> !other.about().setup().equals(draft.about().setup()) && areTied(draft, other))
                .map(other -> other.about().setup())
                .sorted()
                .toList();
        return draft.ranked(currency, (int) better + 1, ties);
    }

    /** Of the fastest runs nothing is known but their values. */
    private boolean areTied(Draft one, Draft other) {
        return options.runs() == CostOptions.Runs.BEST
                ? Timed.areEqual(one.value(), other.value())
                : one.timed().isTiedWith(other.timed(), options.confidence());
    }

    private static boolean isBetter(Draft one, Draft other) {
        if (Timed.areEqual(one.value(), other.value())) {
            return false;
        }
        return one.value() < other.value() == (one.measure().better() == CostMeasure.Better.LOWER);
    }
}
