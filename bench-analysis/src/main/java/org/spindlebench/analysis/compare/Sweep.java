package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One setting varied, everything else held: one job on one setup.
 *
 * @param parameter the setting that was varied
 * @param subject job, setup and the settings that were held
 * @param points one for every value of the parameter, in the values' order
 * @param best the value with the least mean duration
 * @param ties other values whose mean is not told from the best one's: the interval of the ratio contains 1, or there is none
 */
public record Sweep(String parameter, Subject subject, List<Point> points, String best, List<String> ties) {
    /**
     * A value of the parameter.
     *
     * @param value the value
     * @param cell its runs
     * @param speedUp how many times as fast the best value is
     */
    public record Point(String value, CellSummary cell, SpeedUp speedUp) {}

    public Sweep {
        points = List.copyOf(points);
        ties = List.copyOf(ties);
    }

    /** All sweeps that the cells hold: for every setting with several values among cells that are equal otherwise. */
    static List<Sweep> of(Collection<CellSummary> cells, ComparisonOptions options) {
        List<CellSummary> measured =
                cells.stream().filter(CellSummary::isMeasured).toList();
        // In parallel: each parameter is a matter of its own, and the order is kept.
        return parameters(measured, options).stream().toList().parallelStream()
                .flatMap(parameter -> ofParameter(parameter, measured, options).stream())
                .toList();
    }

    private static List<Sweep> ofParameter(String parameter, List<CellSummary> measured, ComparisonOptions options) {
        List<Sweep> sweeps = new ArrayList<>();
        groups(measured, parameter).forEach((held, members) -> {
            if (members.size() > 1) {
                sweeps.add(of(parameter, held.subject(), members, options.confidence()));
            }
        });
        return sweeps;
    }

    /** Settings that have several values, and of which a best one may be asked. */
    static SortedSet<String> parameters(Collection<CellSummary> cells, ComparisonOptions options) {
        Map<String, String> first = new TreeMap<>();
        SortedSet<String> several = new TreeSet<>();
        for (CellSummary cell : cells) {
            cell.comparable().forEach((key, value) -> {
                if (!first.computeIfAbsent(key, name -> value).equals(value)) {
                    several.add(key);
                }
            });
        }
        Set<String> otherWork = new TreeSet<>(ComparisonOptions.OTHER_WORK);
        otherWork.removeAll(options.across());
        several.removeAll(otherWork);
        // A setting of this name cannot be told from the setup itself.
        several.remove(Marginal.SETUP);
        return several;
    }

    private static Map<Configuration, SortedMap<String, CellSummary>> groups(
            List<CellSummary> cells, String parameter) {
        Map<Configuration, SortedMap<String, CellSummary>> groups = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            String value = Configuration.value(parameter, cell);
            if (value != null) {
                groups.computeIfAbsent(
                                Configuration.without(parameter, cell), key -> new TreeMap<>(ValueOrder.OF_VALUES))
                        .put(value, cell);
            }
        }
        return groups;
    }

    private static Sweep of(String parameter, Subject held, SortedMap<String, CellSummary> members, double confidence) {
        Map.Entry<String, CellSummary> best =
                Collections.min(members.entrySet(), Comparator.comparingDouble(entry -> entry.getValue()
                        .observations()
                        .mean()));
        List<Point> points = members.entrySet().stream()
                .map(entry -> new Point(
                        entry.getKey(),
                        entry.getValue(),
                        SpeedUp.of(
                                new CellPair(
                                        entry.getValue().observations(),
                                        best.getValue().observations()),
                                confidence)))
                .toList();
        List<String> ties = points.stream()
                .filter(point -> !point.value().equals(best.getKey()))
                .filter(point -> point.speedUp().isTie())
                .map(Point::value)
                .toList();
        return new Sweep(parameter, held, points, best.getKey(), ties);
    }
}
