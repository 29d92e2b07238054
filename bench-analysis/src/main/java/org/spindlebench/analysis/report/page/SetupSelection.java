package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;

/**
 * Selects the setups that a chart draws if there are more than it can show.
 *
 * @param setups the setups, beginning with the most interesting setup
 * @param most the largest number of setups that are drawn
 * @param words the rule of the selection, in words
 */
record SetupSelection(List<String> setups, int most, String words) {
    /**
     * The largest number of setups in a chart: eight colours in two styles (filled or hollow bars, two shapes of
     * points).
     */
    static final int MOST = 16;
    /** The largest number of setups for lines, which have one style for each colour, and for names next to points. */
    static final int FEW = 8;

    /** A selection of all setups. */
    static final SetupSelection NONE = new SetupSelection(List.of(), MOST, "");

    public SetupSelection {
        setups = List.copyOf(setups);
    }

    /** Selects the baseline, then alternately the fastest and slowest by geometric mean of speed-ups. */
    static SetupSelection byDuration(Findings findings) {
        List<String> fastest = byDurationOnly(findings);
        return new SetupSelection(
                inTurns(findings, List.of(fastest, reversed(fastest))),
                MOST,
                "the baseline, then alternately the fastest and the slowest against it");
    }

    /** Selects the baseline, then alternately the cheapest and the most expensive setup, by mean rank. */
    static SetupSelection byCost(Findings findings, Costs costs, CostMeasure measure) {
        List<String> cheapest = byCostOnly(costs, measure);
        return new SetupSelection(
                inTurns(findings, List.of(cheapest, reversed(cheapest))),
                FEW,
                "the baseline, then alternately the cheapest and the most expensive by the list's prices");
    }

    /** Selects the baseline. Then it takes, in turn, the next cheapest, fastest, most expensive and slowest setup. */
    static SetupSelection byBoth(Findings findings, Costs costs, CostMeasure measure) {
        List<String> cheapest = byCostOnly(costs, measure);
        List<String> fastest = byDurationOnly(findings);
        return new SetupSelection(
                inTurns(findings, List.of(cheapest, fastest, reversed(cheapest), reversed(fastest))),
                FEW,
                "the baseline, then in turn the cheapest by the list's prices, the fastest, the most expensive, and the slowest");
    }

    /** Returns the selection for a chart of lines, which can show fewer setups. */
    SetupSelection few() {
        return new SetupSelection(setups, FEW, words);
    }

    private static List<String> byDurationOnly(Findings findings) {
        Map<String, DoubleSummaryStatistics> speedUps = new HashMap<>();
        findings.comparisons()
                .forEach(one -> speedUps.computeIfAbsent(one.contenderSetup(), setup -> new DoubleSummaryStatistics())
                        .accept(-Math.log(one.speedUp().ratio())));
        return sorted(speedUps);
    }

    private static List<String> byCostOnly(Costs costs, CostMeasure measure) {
        Map<String, DoubleSummaryStatistics> places = new HashMap<>();
        costs.ranked(measure).values().stream()
                .filter(figures -> figures.size() > 1)
                .forEach(figures -> {
                    for (CostValue figure : figures) {
                        places.computeIfAbsent(figure.setup(), setup -> new DoubleSummaryStatistics())
                                .accept((figure.rank() - 1.0) / (figures.size() - 1));
                    }
                });
        return sorted(places);
    }

    private static List<String> sorted(Map<String, DoubleSummaryStatistics> means) {
        return means.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, DoubleSummaryStatistics> entry) ->
                                entry.getValue().getAverage())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> reversed(List<String> all) {
        List<String> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        return reversed;
    }

    /** Returns the baseline, then in turn a setup from each order, then the setups that are in no order. */
    private static List<String> inTurns(Findings findings, List<List<String>> orders) {
        Set<String> all = new LinkedHashSet<>();
        if (findings.baseline() != null) {
            all.add(findings.baseline());
        }
        int most = orders.stream().mapToInt(List::size).max().orElse(0);
        for (int place = 0; place < most; place++) {
            for (List<String> order : orders) {
                if (place < order.size()) {
                    all.add(order.get(place));
                }
            }
        }
        Stream<String> measured =
                findings.cells().stream().map(cell -> cell.subject().setup());
        measured.forEach(all::add);
        return List.copyOf(all);
    }
}
