package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.spindlebench.analysis.cost.CostFigure.UnrankedFigure;

/**
 * A setup's place in ALOJA's diagram of one job: (v − min) / (max − min) of time and of cost over all setups, 0 the best and
 * 1 the worst. Where all are equal, each is 0. The places depend on which setups are looked at.
 *
 * @param setup its name
 * @param job the job
 * @param settings of the runs
 * @param time normalised duration, from 0 to 1
 * @param cost normalised cost by the hour, from 0 to 1
 * @param quadrant on which side of {@link Quadrant#BOUNDARY} the two are
 */
public record QuadrantPoint(
        String setup, String job, SortedMap<String, String> settings, double time, double cost, Quadrant quadrant) {
    public QuadrantPoint {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    private record Diagram(String job, SortedMap<String, String> settings) {}

    private record PlacedSetup(UnrankedFigure.FigureSubject about, double time, double cost) {}

    /** The points of every job and settings of which at least two setups have a duration and a cost by the hour. */
    static List<QuadrantPoint> of(List<UnrankedFigure> drafts) {
        Map<UnrankedFigure.FigureSubject, Double> times = values(drafts, CostMeasure.TIME);
        Map<UnrankedFigure.FigureSubject, Double> costs = values(drafts, CostMeasure.HOURLY_COST);
        Map<Diagram, List<PlacedSetup>> diagrams = new LinkedHashMap<>();
        costs.forEach((about, cost) -> diagrams.computeIfAbsent(
                        new Diagram(about.job(), about.settings()), place -> new ArrayList<>())
                .add(new PlacedSetup(about, times.get(about), cost)));
        return diagrams.values().stream()
                .filter(points -> points.size() > 1)
                .flatMap(points -> normalised(points).stream())
                .toList();
    }

    private static Map<UnrankedFigure.FigureSubject, Double> values(List<UnrankedFigure> drafts, CostMeasure measure) {
        Map<UnrankedFigure.FigureSubject, Double> values = new LinkedHashMap<>();
        drafts.stream()
                .filter(draft -> draft.measure() == measure)
                .forEach(draft -> values.put(draft.about(), draft.value()));
        return values;
    }

    private static List<QuadrantPoint> normalised(List<PlacedSetup> points) {
        return points.stream()
                .map(point -> {
                    double time = normalised(point, points, PlacedSetup::time);
                    double cost = normalised(point, points, PlacedSetup::cost);
                    UnrankedFigure.FigureSubject about = point.about;
                    Quadrant quadrant = Quadrant.of(time, cost);
                    return new QuadrantPoint(about.setup(), about.job(), about.settings(), time, cost, quadrant);
                })
                .toList();
    }

    private static double normalised(PlacedSetup point, List<PlacedSetup> points, ToDoubleFunction<PlacedSetup> axis) {
        double min = points.stream().mapToDouble(axis).min().orElseThrow();
        double max = points.stream().mapToDouble(axis).max().orElseThrow();
        return max == min ? 0 : (axis.applyAsDouble(point) - min) / (max - min);
    }

    /** ALOJA's four kinds of setups. */
    public enum Quadrant {
        FAST_ECONOMICAL,
        FAST_EXPENSIVE,
        SLOW_ECONOMICAL,
        SLOW_EXPENSIVE;

        /** The greatest normalised time that is fast, and the greatest normalised cost that is economical: the middle of the axis. */
        public static final double BOUNDARY = 0.5;

        static Quadrant of(double time, double cost) {
            if (time <= BOUNDARY) {
                return cost <= BOUNDARY ? FAST_ECONOMICAL : FAST_EXPENSIVE;
            }
            return cost <= BOUNDARY ? SLOW_ECONOMICAL : SLOW_EXPENSIVE;
        }

        /** A stable word for programs, such as {@code fast_economical}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
