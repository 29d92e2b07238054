package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The durations of one job on one setup while one setting was varied and all others were held constant.
 *
 * @param parameter the setting that was varied
 * @param subject the job, the setup and the settings that were held constant
 * @param points one point for every value of the parameter, in the values' order
 * @param best the value with the shortest mean duration
 * @param ties other values that may be equally good. With k values, one is distinguished from the best if the one-sided
 *     p of their ratio is below (1 − confidence) / (k (k − 1)). So at most a share of 1 − confidence of all sweeps
 *     distinguish values that are equally good, although the same runs chose the best (Bonferroni, over all pairs in
 *     both directions). A value with a single run is never distinguished from the best
 */
public record Sweep(String parameter, Subject subject, List<SweepPoint> points, String best, List<String> ties) {
    /**
     * One value of the parameter, and its effect.
     *
     * @param speedUp how many times as fast as this value the best value is
     */
    public record SweepPoint(String value, CellSummary cell, SpeedUp speedUp) {}

    public Sweep {
        points = List.copyOf(points);
        ties = List.copyOf(ties);
    }

    /** Returns a sweep for every setting that has several values in otherwise equal cells. */
    static List<Sweep> of(Collection<CellSummary> cells, ComparisonOptions options) {
        List<CellSummary> measured =
                cells.stream().filter(CellSummary::isMeasured).toList();
        // Parameters are independent, so they are analysed in parallel; their order is kept.
        return Configuration.parameters(measured, options).stream().toList().parallelStream()
                .flatMap(parameter -> ofParameter(parameter, measured, options).stream())
                .toList();
    }

    private static List<Sweep> ofParameter(String parameter, List<CellSummary> measured, ComparisonOptions options) {
        List<Sweep> sweeps = new ArrayList<>();
        groups(measured, parameter).forEach((held, cells) -> {
            if (cells.size() > 1) {
                SortedMap<String, CellSummary> members = new TreeMap<>(ValueOrder.OF_VALUES);
                cells.forEach(cell -> members.put(Configuration.value(parameter, cell), cell));
                if (members.size() > 1) {
                    sweeps.add(of(parameter, held.subject(), members, options.confidence()));
                }
            }
        });
        return sweeps;
    }

    /** Groups the cells that differ in a parameter only. Most groups have one cell. */
    private static Map<Configuration, List<CellSummary>> groups(List<CellSummary> cells, String parameter) {
        Map<Configuration, List<CellSummary>> groups = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            if (Configuration.value(parameter, cell) != null) {
                groups.computeIfAbsent(Configuration.without(parameter, cell), key -> new ArrayList<>(1))
                        .add(cell);
            }
        }
        return groups;
    }

    private static Sweep of(String parameter, Subject held, SortedMap<String, CellSummary> members, double confidence) {
        Map.Entry<String, CellSummary> best =
                Collections.min(members.entrySet(), Comparator.comparingDouble(entry -> entry.getValue()
                        .observations()
                        .mean()));
        List<SweepPoint> points = new ArrayList<>();
        List<String> ties = new ArrayList<>();
        double level = (1 - confidence) / members.size() / (members.size() - 1);
        members.forEach((value, cell) -> {
            VisitedPair pair = new VisitedPair(cell.sample(), best.getValue().sample());
            SpeedUp speedUp = pair.withinVisits(confidence);
            points.add(new SweepPoint(value, cell, speedUp));
            boolean told = speedUp.basis() == SpeedUp.Basis.NO_VARIATION
                    ? speedUp.ratio() != 1
                    : pair.pFasterWithinVisits().orElse(1) < level;
            if (!value.equals(best.getKey()) && !told) {
                ties.add(value);
            }
        });
        return new Sweep(parameter, held, points, best.getKey(), ties);
    }
}
