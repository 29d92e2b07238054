package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList;

/** Costs, grouped by job and settings. */
final class Costs {
    /** The measures for comparing setups if no cost of a job is known, the preferred one first. */
    static final List<CostMeasure> PER_PERFORMANCE = List.of(
            CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE,
            CostMeasure.NODE_PRICE_PER_PERFORMANCE,
            CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);

    private static final Comparator<CostValue> THE_BEST_FIRST = Comparator.comparing(
                    (CostValue figure) -> figure.rank() == null ? 0 : figure.rank())
            .thenComparing(CostValue::setup);

    /**
     * The job and settings under which costs are ranked together.
     *
     * @param job the job; null for all jobs together
     */
    record CostContest(String job, SortedMap<String, String> settings) {}

    private record CostKey(CostContest contest, String setup, CostMeasure measure) {}

    private final Map<CostKey, CostValue> figures = new HashMap<>();
    private final Map<CostMeasure, Map<CostContest, List<CostValue>>> ranks = new HashMap<>();

    Costs(CostFindings findings) {
        Map<CostContest, Integer> order = new HashMap<>();
        for (CostValue figure : findings.figures()) {
            CostContest contest = new CostContest(figure.job(), figure.settings());
            // Every duration has a cost by TIME, so these costs give the order of measurement. Contests that are not
            // about one job follow.
            if (figure.measure() == CostMeasure.TIME) {
                order.putIfAbsent(contest, order.size());
            }
            figures.put(new CostKey(contest, figure.setup(), figure.measure()), figure);
            ranks.computeIfAbsent(figure.measure(), measure -> new LinkedHashMap<>())
                    .computeIfAbsent(contest, key -> new ArrayList<>())
                    .add(figure);
        }
        ranks.replaceAll((measure, contests) -> sorted(contests, order));
    }

    private static Map<CostContest, List<CostValue>> sorted(
            Map<CostContest, List<CostValue>> contests, Map<CostContest, Integer> order) {
        Map<CostContest, List<CostValue>> sorted = new LinkedHashMap<>();
        contests.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<CostContest, List<CostValue>> entry) ->
                                -entry.getValue().size())
                        .thenComparing(entry -> order.getOrDefault(entry.getKey(), Integer.MAX_VALUE)))
                .forEach(entry -> sorted.put(
                        entry.getKey(),
                        entry.getValue().stream().sorted(THE_BEST_FIRST).toList()));
        return sorted;
    }

    boolean has(CostMeasure measure) {
        return ranks.containsKey(measure);
    }

    Optional<CostValue> of(CostContest contest, String setup, CostMeasure measure) {
        return Optional.ofNullable(figures.get(new CostKey(contest, setup, measure)));
    }

    Optional<CostValue> of(String setup, CostMeasure measure) {
        return of(new CostContest(null, new TreeMap<>()), setup, measure);
    }

    /**
     * Returns each contest's costs, the best first. Contests with most setups come first, then the others as measured.
     */
    Map<CostContest, List<CostValue>> ranked(CostMeasure measure) {
        return ranks.getOrDefault(measure, Map.of());
    }

    /**
     * Returns the known measure nearest to money, by which the HTML report ranks a job's setups; null if none is known.
     */
    CostMeasure ofJobs(PriceList list) {
        List<CostMeasure> candidates = new ArrayList<>();
        if (!list.statesHourlyPrices()) {
            candidates.add(CostMeasure.COST_PER_JOB);
        }
        candidates.add(CostMeasure.HOURLY_COST);
        candidates.add(CostMeasure.COST_PER_JOB);
        candidates.addAll(PER_PERFORMANCE);
        return candidates.stream().filter(this::has).findFirst().orElse(null);
    }
}
