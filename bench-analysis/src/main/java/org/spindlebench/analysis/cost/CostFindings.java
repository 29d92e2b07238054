package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.UnrankedCost;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * The costs that follow from measured durations and a price list.
 *
 * @param figures all numbers of costs: first the costs of setups, then the costs of each job, then the costs relative
 *     to the baseline
 * @param quadrants the points of ALOJA's diagram for each job
 * @param equalCosts the number of the baseline's devices or workers that the prices of other setups would buy
 * @param warnings reasons to distrust costs, and reasons why costs could not be computed
 */
public record CostFindings(
        PriceList.PriceSource about,
        Assumptions terms,
        List<CostValue> figures,
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
     * Computes the costs of measured durations.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the measured setups
     * @throws IllegalArgumentException if two entries have the same setup, job and settings
     */
    public static CostFindings of(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).findings();
    }

    /**
     * Computes the costs of each job on each setup, without ranks, ties or comparisons with the baseline. This is for
     * callers that price the same durations several times.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the measured setups
     * @throws IllegalArgumentException if two entries have the same setup, job and settings
     */
    public static CostFindings unranked(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).unranked();
    }

    /** Computes the costs of the setups of a price list, without ranks. This needs no measured durations. */
    public static List<CostValue> ofPrices(PriceList prices) {
        return CostStudy.ofPrices(prices);
    }

    /**
     * The number of the baseline's devices or workers that the price of another setup would buy, and why their
     * performance is unknown.
     *
     * @param baseline the setup whose units are counted
     * @param forPriceOf the setup whose price is spent
     * @param count the number of whole units that the price buys if nothing else in the cluster changes
     * @param measured the number of units that the baseline was measured with; 0 if unknown
     * @param limit the limit of the measured range that excludes the count; null if {@code measuredAs} was measured
     *     with exactly this count
     * @param measuredAs a measured setup that has exactly this count, which may be the baseline; null if there is none
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
            /** Devices in each worker, of the one kind that the baseline has. */
            DEVICES_PER_WORKER,
            /** Workers like the baseline's. */
            WORKERS;

            /** Returns a stable word for programs. */
            public String code() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /**
         * The limit of the measured range. It is the lowest measured value that the count exceeds; if the count exceeds
         * none, the limit is the measured count itself.
         */
        public record BindingLimit(LimitKind kind, long measured) {
            /** The quantities that may limit the measured range. */
            public enum LimitKind {
                /** A container keeps one local dir's device busy, so devices without a container are idle. */
                CONTAINERS_PER_NODE("containers per node"),
                /** Each hardware thread runs one container; more containers would compete for the CPU. */
                HARDWARE_THREADS("hardware threads per node"),
                /** There are enough containers and threads, but no run shows the effect of more devices. */
                DEVICES_PER_WORKER("devices per worker"),
                /** Runs do not show the effect of more or fewer workers. */
                WORKERS("workers");

                private final String title;

                LimitKind(String title) {
                    this.title = title;
                }

                /** Returns a stable word for programs. */
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
     * A setup's place in ALOJA's diagram of one job. Time and cost are normalised over all setups: (v − min) / (max −
     * min). The best value is 0 and the worst is 1; if all values are equal, each is 0. So the places depend on the
     * choice of setups.
     *
     * @param time the normalised duration, from 0 to 1
     * @param cost the normalised cost by the hour, from 0 to 1
     * @param quadrant the quadrant that both values are in; {@link Quadrant#BOUNDARY} divides each axis
     */
    public record QuadrantPoint(
            String setup, String job, SortedMap<String, String> settings, double time, double cost, Quadrant quadrant) {
        public QuadrantPoint {
            settings = Subject.sorted(settings);
        }

        private record Diagram(String job, SortedMap<String, String> settings) {}

        private record PlacedSetup(UnrankedCost.CostSubject about, double time, double cost) {}

        /** Returns the points of every job and settings with a duration and an hourly cost on two setups or more. */
        static List<QuadrantPoint> of(List<UnrankedCost> drafts) {
            Map<UnrankedCost.CostSubject, Double> times = values(drafts, CostMeasure.TIME);
            Map<UnrankedCost.CostSubject, Double> costs = values(drafts, CostMeasure.HOURLY_COST);
            Map<Diagram, List<PlacedSetup>> diagrams = new LinkedHashMap<>();
            costs.forEach((about, cost) -> diagrams.computeIfAbsent(
                            new Diagram(about.job(), about.settings()), place -> new ArrayList<>())
                    .add(new PlacedSetup(about, times.get(about), cost)));
            return diagrams.values().stream()
                    .filter(points -> points.size() > 1)
                    .flatMap(points -> normalised(points).stream())
                    .toList();
        }

        private static Map<UnrankedCost.CostSubject, Double> values(List<UnrankedCost> drafts, CostMeasure measure) {
            Map<UnrankedCost.CostSubject, Double> values = new LinkedHashMap<>();
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
                        UnrankedCost.CostSubject about = point.about;
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

            /** Returns a stable word for programs, such as {@code fast_economical}. */
            public String code() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
