package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFigure.UnrankedFigure;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.record.Warning;

/**
 * What measured durations cost by a price list.
 *
 * @param about where the prices come from
 * @param terms the assumptions that hold
 * @param figures every cost: first of setups, then of each job, then against the baseline
 * @param quadrants ALOJA's diagram of each job
 * @param equalCosts what the prices of other setups would buy of the baseline
 * @param warnings what is doubtful or could not be computed
 */
public record CostFindings(
        PriceList.About about,
        Assumptions terms,
        List<CostFigure> figures,
        List<QuadrantPoint> quadrants,
        List<EqualCost> equalCosts,
        List<Warning> warnings) {
    public CostFindings {
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(terms, "terms");
        figures = List.copyOf(figures);
        quadrants = List.copyOf(quadrants);
        equalCosts = List.copyOf(equalCosts);
        warnings = List.copyOf(warnings);
    }

    /**
     * Prices the durations.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the setups that were measured
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings of(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).findings();
    }

    /**
     * What each job costs on each setup, without ranks, ties, and anything against the baseline: for those who price durations several times over.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the setups that were measured
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings unranked(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).unranked();
    }

    /**
     * How much of the baseline could be bought for the price of another setup, and why nothing is said of how fast it would be.
     *
     * @param baseline the setup of which more is bought
     * @param forPriceOf the setup whose price is spent
     * @param unit what is counted
     * @param count how many whole ones the price buys, nothing else of the cluster changed
     * @param measured how many the baseline was measured with; 0 where that is unknown
     * @param limit what was measured and does not reach as far; null when exactly this count was measured, as the baseline or
     *     as {@code measuredAs}
     * @param measuredAs a setup of the list that has exactly this count and was measured; null if there is none
     */
    public record EqualCost(
            String baseline,
            String forPriceOf,
            CountedUnit unit,
            long count,
            long measured,
            BindingLimit limit,
            String measuredAs) {
        public EqualCost {
            Objects.requireNonNull(baseline, "baseline");
            Objects.requireNonNull(forPriceOf, "for price of");
            Objects.requireNonNull(unit, "unit");
        }

        /** What is counted. */
        public enum CountedUnit {
            /** Devices of the baseline's one kind, in each worker. */
            DEVICES_PER_WORKER,
            /** Workers like the baseline's. */
            WORKERS;

            /** A stable word for programs. */
            public String code() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /**
         * What ends the range of what was measured: the least that the count exceeds, or else that no run had this count.
         *
         * @param kind what is too few
         * @param measured how many of it there were
         */
        public record BindingLimit(LimitKind kind, long measured) {
            /** What ends the range in which anything was measured. */
            public enum LimitKind {
                /** One container per local directory keeps a device busy: more devices than containers stay idle. */
                CONTAINERS_PER_NODE("containers per node"),
                /** One container per hardware thread: more would fight for the CPU. */
                HARDWARE_THREADS("hardware threads per node"),
                /** Containers and threads would do, but no run shows what more devices do. */
                DEVICES_PER_WORKER("devices per worker"),
                /** No run shows what more or fewer workers do. */
                WORKERS("workers");

                private final String title;

                LimitKind(String title) {
                    this.title = title;
                }

                /** A stable word for programs. */
                public String code() {
                    return name().toLowerCase(Locale.ROOT);
                }

                public String title() {
                    return title;
                }
            }
        }
    }

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

        private static Map<UnrankedFigure.FigureSubject, Double> values(
                List<UnrankedFigure> drafts, CostMeasure measure) {
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

        private static double normalised(
                PlacedSetup point, List<PlacedSetup> points, ToDoubleFunction<PlacedSetup> axis) {
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
}
