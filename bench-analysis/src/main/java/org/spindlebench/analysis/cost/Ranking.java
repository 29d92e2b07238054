package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.Spread;

/** Ranks figures of the same measure, job and settings among setups. */
final class Ranking {
    private final String currency;
    private final CostOptions options;

    Ranking(String currency, CostOptions options) {
        this.currency = currency;
        this.options = options;
    }

    /**
     * A draft among those that it is ranked with.
     *
     * @param value of what is compared for ties
     * @param mean of its durations
     * @param spread null where nothing bounds ratios of them
     */
    private record Side(Draft draft, double value, double mean, Spread spread) {
        static Side of(Draft draft) {
            Timed timed = draft.timed();
            double mean = timed.seconds().isEmpty() ? 1 : Sample.mean(timed.seconds());
            Spread spread = timed.seconds().isEmpty()
                    ? null
                    : Spread.of(timed.seconds()).orElse(null);
            return new Side(draft, timed.value(), mean, spread);
        }
    }

    /** The figures in the order of the drafts. */
    List<CostFigure> of(List<Draft> drafts) {
        Map<Draft.Contest, List<Side>> contests = new LinkedHashMap<>();
        List<Side> sides = drafts.stream().map(Side::of).toList();
        sides.forEach(side -> contests.computeIfAbsent(side.draft.contest(), contest -> new ArrayList<>())
                .add(side));
        return sides.stream()
                .map(side -> ranked(side, contests.get(side.draft.contest())))
                .toList();
    }

    private CostFigure ranked(Side side, List<Side> all) {
        Draft draft = side.draft;
        if (draft.measure().better() == CostMeasure.Better.NEITHER) {
            return draft.ranked(currency, null, List.of());
        }
        long better = all.stream().filter(other -> isBetter(other.draft, draft)).count();
        List<String> ties = all.stream()
                .filter(other ->
                        !other.draft.about().setup().equals(draft.about().setup())
                                && areTied(side, other, confidence(all.size())))
                .map(other -> other.draft.about().setup())
                .sorted()
                .toList();
        return draft.ranked(currency, (int) better + 1, ties);
    }

    /** Of the fastest runs nothing is known but their values. */
    private boolean areTied(Side one, Side other, double confidence) {
        if (options.runs() == CostOptions.Runs.BEST) {
            return Timed.areEqual(one.draft.value(), other.draft.value());
        }
        if (Timed.areEqual(one.value, other.value)) {
            return true;
        }
        Timed timed = one.draft.timed();
        Timed others = other.draft.timed();
        if (one.spread != null && other.spread != null && timed.factor() > 0 && others.factor() > 0) {
            double even = Math.pow(others.factor() / timed.factor(), 1.0 / timed.power());
            Spread.Place place = one.spread.place(other.spread, even / (one.mean / other.mean), confidence);
            if (place != Spread.Place.OPEN) {
                return place == Spread.Place.INSIDE;
            }
        }
        return timed.isTiedWith(others, confidence);
    }

    /** Of each pair among so many, so that all hold together: 1 − α over the number of pairs (Bonferroni). */
    private double confidence(int setups) {
        return 1 - (1 - options.confidence()) / Math.max(1, setups * (setups - 1.0) / 2);
    }

    private static boolean isBetter(Draft one, Draft other) {
        if (Timed.areEqual(one.value(), other.value())) {
            return false;
        }
        return one.value() < other.value() == (one.measure().better() == CostMeasure.Better.LOWER);
    }
}
