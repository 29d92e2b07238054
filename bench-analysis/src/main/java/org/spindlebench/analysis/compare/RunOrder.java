package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;

/**
 * Checks whether two setups took turns. The measure is the share of pairs of observations in which the baseline
 * came first (Mann and Whitney's U, applied to times).
 */
final class RunOrder {
    /** Sides at least this far from one half did not take turns: AAAAABBBBB is at 0.5, AAABABABBB at 0.38. */
    private static final double APART = 0.3;

    /**
     * With n observations per side, a distance of this constant / √n is also enough. The more observations there
     * are, the more easily a drift looks like a difference. Suppose that runs drift by 5 % in total and otherwise
     * vary by 1 %. With 6 to 20 observations per side and an order nearer to one half, at most 4 % of comparisons then
     * claim a difference that does not exist. Orders that Spindle plans, random blocks and ABBA, are at most 0.5 / n
     * from one half.
     */
    private static final double APART_OF_MANY = 0.5;

    private RunOrder() {}

    /**
     * Returns the share of pairs with the baseline first, over the pairs whose starts are of one clock; empty with an
     * unknown start, a single observation, or no such pair.
     */
    static OptionalDouble first(CellSummary baseline, CellSummary contender) {
        if (baseline.observations().n() < 2 || contender.observations().n() < 2) {
            return OptionalDouble.empty();
        }
        Map<String, double[]> others = times(contender);
        double before = 0;
        long pairs = 0;
        for (Map.Entry<String, double[]> clock : times(baseline).entrySet()) {
            double[] other = others.getOrDefault(clock.getKey(), new double[0]);
            Arrays.sort(other);
            for (double time : clock.getValue()) {
                before += other.length - (position(other, time, false) + position(other, time, true)) / 2.0;
            }
            pairs += (long) clock.getValue().length * other.length;
        }
        return pairs == 0 ? OptionalDouble.empty() : OptionalDouble.of(before / pairs);
    }

    /** Checks whether sides did not take turns, by the share of pairs in which the baseline came first. */
    static boolean isApart(double first, CellSummary baseline, CellSummary contender) {
        int fewer =
                Math.min(baseline.observations().n(), contender.observations().n());
        return Math.abs(first - 0.5) >= Math.min(APART, APART_OF_MANY / Math.sqrt(fewer));
    }

    /** Returns the number of sorted values that are below a value, or at most equal to it if {@code upTo}. */
    private static int position(double[] sorted, double value, boolean upTo) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo ? sorted[middle] <= value : sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns each run's start, by the clock. If every run belongs to a visit, returns instead the middle between each
     * visit's first and last start. Empty if any start is unknown.
     */
    private static Map<String, double[]> times(CellSummary cell) {
        if (!cell.runs().stream().map(MeasuredRun::started).allMatch(Objects::nonNull)) {
            return Map.of();
        }
        Map<String, List<MeasuredRun>> clocks = new TreeMap<>();
        cell.runs().forEach(run -> clocks.computeIfAbsent(run.clock(), clock -> new ArrayList<>())
                .add(run));
        Map<String, double[]> times = new TreeMap<>();
        clocks.forEach(
                (clock, runs) -> times.put(clock, times(runs, cell.sample().isVisited())));
        return times;
    }

    private static double[] times(List<MeasuredRun> runs, boolean areVisited) {
        if (!areVisited) {
            return runs.stream().mapToDouble(MeasuredRun::started).toArray();
        }
        Map<String, LongSummaryStatistics> visits = new TreeMap<>();
        runs.forEach(
                run -> visits.computeIfAbsent(run.campaign() + "/" + run.visit(), visit -> new LongSummaryStatistics())
                        .accept(run.started()));
        return middles(visits.values());
    }

    private static double[] middles(Collection<LongSummaryStatistics> visits) {
        return visits.stream()
                .mapToDouble(visit -> visit.getMin() + (visit.getMax() - visit.getMin()) / 2.0)
                .toArray();
    }
}
