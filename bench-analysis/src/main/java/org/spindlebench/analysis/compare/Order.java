package org.spindlebench.analysis.compare;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;

/** Whether two setups took turns: by the share of pairs of their observations in which the one came first (Mann and Whitney's U, of times). */
final class Order {
    /**
     * How far from one half that share is of setups that did not take turns. Of the orders that Spindle plans, randomised blocks and ABBA, none is
     * as far from two visits or runs a side on; of AAAAABBBBB it is 0.5, of AAABABABBB 0.38.
     */
    static final double APART = 0.3;

    private Order() {}

    /** Absent where it is not known when some run started, and where a side has one observation. */
    static OptionalDouble first(CellSummary baseline, CellSummary contender) {
        double[] one = times(baseline);
        double[] other = times(contender);
        if (one.length < 2 || other.length < 2) {
            return OptionalDouble.empty();
        }
        Arrays.sort(other);
        double before = 0;
        for (double time : one) {
            before += other.length - (position(other, time, false) + position(other, time, true)) / 2.0;
        }
        return OptionalDouble.of(before / one.length / other.length);
    }

    /** How many of the sorted lie below the value, or up to it. */
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

    /** When each observation started: each run, or each visit in the middle of its first and last start. None where one is not known. */
    private static double[] times(CellSummary cell) {
        List<MeasuredRun> runs = cell.runs();
        if (!runs.stream().map(MeasuredRun::started).allMatch(Objects::nonNull)) {
            return new double[0];
        }
        if (!cell.sample().isVisited()) {
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
