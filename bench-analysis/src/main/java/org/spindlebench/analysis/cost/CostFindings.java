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
 * The costs of measured durations by a price list.
 *
 * @param about where the prices come from
 * @param terms the assumptions in use
 * @param figures every cost: first of setups, then of each job, then against the baseline
 * @param quadrants ALOJA's diagram of each job
 * @param equalCosts how much of the baseline the prices of other setups would buy
 * @param warnings reasons to distrust costs, and costs that could not be computed
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
     * @throws PriceList.NothingPricedException if the list prices none of the measured setups
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings of(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).findings();
    }

    /**
     * Prices each job on each setup, without ranks, ties or comparisons with the baseline. It serves callers that price
     * the same durations several times.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the measured setups
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings unranked(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).unranked();
    }

    /**
     * How much of the baseline the price of another setup would buy, and why its speed is unknown.
     *
     * @param baseline the setup to buy more of
     * @param forPriceOf the setup whose price is spent
     * @param unit the counted unit
     * @param count the whole units that the price buys if nothing else of the cluster changes
     * @param measured the units that the baseline was measured with; 0 if unknown
     * @param limit the limit of the measurements that the count exceeds; null if exactly this count was measured, as
     *     the baseline or as {@code measuredAs}
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

        /** The counted units. */
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
         * The end of the measured range: the lowest measured value that the count exceeds, or else the fact that no run
         * had this count.
         *
         * @param kind the limiting quantity
         * @param measured its measured value
         */
        public record BindingLimit(LimitKind kind, long measured) {
            /** The quantities that may limit the measured range. */
            public enum LimitKind {
                /**
                 * One container per local directory keeps a device busy, so devices beyond the number of containers are
                 * idle.
                 */
                CONTAINERS_PER_NODE("containers per node"),
                /** One container per hardware thread; more would compete for the CPU. */
                HARDWARE_THREADS("hardware threads per node"),
                /** Containers and threads would suffice, but no run shows the effect of more devices. */
                DEVICES_PER_WORKER("devices per worker"),
                /** No run shows the effect of more or fewer workers. */
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
     * A setup's place in ALOJA's diagram of one job: (v − min) / (max − min) of time and of cost over all setups. The
     * best is 0 and the worst 1; if all are equal, each is 0. The places depend on the choice of setups.
     *
     * @param setup its name
     * @param job the job
     * @param settings the settings of the runs
     * @param time normalised duration, from 0 to 1
     * @param cost normalised cost by the hour, from 0 to 1
     * @param quadrant the quadrant of both, divided at {@link Quadrant#BOUNDARY}
     */
    public record QuadrantPoint(
            String setup, String job, SortedMap<String, String> settings, double time, double cost, Quadrant quadrant) {
        public QuadrantPoint {
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }

        private record Diagram(String job, SortedMap<String, String> settings) {}

        private record PlacedSetup(UnrankedFigure.FigureSubject about, double time, double cost) {}

        /**
         * Returns the points of every job and settings, if at least two setups have a duration and a cost by the hour.
         */
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

            /**
             * The greatest normalised time that counts as fast, and the greatest normalised cost that counts as
             * economical: the middle of the axis.
             */
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
