package org.spindlebench.analysis.cost;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.cost.Repricing.TimedContest;
import org.spindlebench.analysis.cost.Repricing.TimedMeasure;
import org.spindlebench.analysis.stats.StudentT;

/**
 * How often each setup costs least if prices and durations are drawn at random. A price or term that the list states as
 * a range is drawn evenly from it. A speed-up is drawn from the normal distribution of its logarithm that has the same
 * interval. The same list and durations give the same draws.
 *
 * @param measure the cost that is compared
 * @param contest the job, or all jobs together, and the setups
 * @param ranges the ranges of the list that affect these setups, by the names of {@link PriceInput}
 * @param fixed the number of setups whose speed-up is not drawn, because it has no interval
 * @param least the number of draws in which each setup costs least, the most frequent first
 */
public record PriceDraws(
        CostMeasure measure,
        TimedContest contest,
        SortedMap<String, PriceRange> ranges,
        int fixed,
        Map<String, Integer> least) {
    /** The number of draws that {@link #least} adds up to. */
    public static final int DRAWS = 100;

    private static final long SEED = 1;

    /** The measures to compare, the most telling first. */
    private static final List<CostMeasure> MEASURES = List.of(
            CostMeasure.COST_PER_JOB,
            CostMeasure.HOURLY_COST,
            CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE,
            CostMeasure.NODE_PRICE_PER_PERFORMANCE,
            CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);

    /**
     * Draws for the contest in which most speed-ups have intervals; of these, all jobs together count before a single
     * job.
     *
     * @return empty if there is nothing to draw: the list has no range, and no speed-up has an interval; also if no cost
     *     can be computed, as with a price of 0 to divide by
     */
    public static Optional<PriceDraws> of(PriceList list, Repricing repricing, double confidence) {
        if (repricing.baseline() == null) {
            return Optional.empty();
        }
        return MEASURES.stream()
                .flatMap(measure -> repricing.measures().stream().filter(one -> one.measure() == measure))
                .flatMap(measure -> repricing.contests().stream()
                        .filter(contest -> setups(contest, measure) > 1)
                        .max(Comparator.comparing((TimedContest contest) -> drawn(contest, measure))
                                .thenComparing(contest -> contest.job() == null)
                                .thenComparing(contest -> setups(contest, measure)))
                        .map(contest -> new Drawing(list, repricing, measure, contest, confidence).draws())
                        .stream())
                .findFirst()
                .filter(draws -> !draws.least.isEmpty() && (!draws.ranges.isEmpty() || draws.isDrawn()));
    }

    private boolean isDrawn() {
        return contest.entries().stream().anyMatch(entry -> hasInterval(entry.speedup()));
    }

    /** Returns the number of setups whose speed-up has an interval. */
    private static long drawn(TimedContest contest, TimedMeasure measure) {
        return contest.entries().stream()
                .filter(entry -> measure.setups().contains(entry.setup()) && hasInterval(entry.speedup()))
                .count();
    }

    private static boolean hasInterval(List<Double> speedUp) {
        return speedUp != null && speedUp.size() > 1 && speedUp.get(1) > 0;
    }

    private static long setups(TimedContest contest, TimedMeasure measure) {
        return contest.entries().stream()
                .filter(entry -> measure.setups().contains(entry.setup()) && entry.speedup() != null)
                .count();
    }

    private static final class Drawing {
        private final Repricing repricing;
        private final TimedMeasure measure;
        private final TimedContest contest;
        private final SortedMap<String, PriceRange> ranges;
        /** Half the width of an interval in standard deviations. */
        private final double width;

        private final Random random = new Random(SEED);

        Drawing(PriceList list, Repricing repricing, TimedMeasure measure, TimedContest contest, double confidence) {
            this.repricing = repricing;
            this.measure = measure;
            this.contest = contest;
            this.ranges = new TreeMap<>(list.ranges());
            ranges.keySet()
                    .retainAll(repricing.inputs().stream().map(PriceInput::name).toList());
            this.width = StudentT.quantile(confidence, 1e9);
        }

        PriceDraws draws() {
            Map<String, Integer> counts = new HashMap<>();
            for (int draw = 0; draw < DRAWS; draw++) {
                Optional.ofNullable(cheapest()).ifPresent(setup -> counts.merge(setup, 1, Integer::sum));
            }
            Map<String, Integer> least = new LinkedHashMap<>();
            counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .forEach(entry -> least.put(entry.getKey(), entry.getValue()));
            int fixed = (int) contest.entries().stream()
                    .filter(entry -> !entry.setup().equals(repricing.baseline()))
                    .filter(entry -> measure.setups().contains(entry.setup()) && entry.speedup() != null)
                    .filter(entry -> !hasInterval(entry.speedup()))
                    .count();
            return new PriceDraws(measure.measure(), contest, ranges, fixed, least);
        }

        /** Returns the setup that costs least in one draw; null if no cost can be computed from the prices. */
        private String cheapest() {
            Map<String, Double> inputs = new HashMap<>();
            repricing.inputs().forEach(input -> {
                PriceRange range = ranges.get(input.name());
                inputs.put(
                        input.name(),
                        range == null
                                ? input.value()
                                : range.from() + random.nextDouble() * (range.to() - range.from()));
            });
            add(inputs, repricing.shared());
            Map<String, Double> base = withSetup(inputs, repricing.baseline());
            base.forEach((name, value) -> inputs.put(AgainstBaseline.BASELINE + name, value));
            String least = null;
            double lowest = Double.POSITIVE_INFINITY;
            for (TimedContest.ContestEntry entry : contest.entries()) {
                if (measure.setups().contains(entry.setup()) && entry.speedup() != null) {
                    double factor = evaluate(measure.factor().tree(), withSetup(inputs, entry.setup()));
                    double cost = factor / drawn(entry.speedup());
                    if (cost < lowest) {
                        lowest = cost;
                        least = entry.setup();
                    }
                }
            }
            return least;
        }

        private double drawn(List<Double> speedUp) {
            double value = speedUp.get(0);
            if (!hasInterval(speedUp)) {
                return value;
            }
            double sd = Math.log(speedUp.get(2) / speedUp.get(1)) / 2 / width;
            return value * Math.exp(sd * random.nextGaussian());
        }

        private Map<String, Double> withSetup(Map<String, Double> inputs, String setup) {
            Map<String, Double> values = new HashMap<>(inputs);
            Map<String, Formula> formulas = new LinkedHashMap<>();
            repricing.setups().get(setup).formulas().forEach((price, formula) -> formulas.put(price.code(), formula));
            add(values, formulas);
            return values;
        }

        /** Adds the values of formulas. A formula may use the formulas before it. */
        private static void add(Map<String, Double> values, Map<String, Formula> formulas) {
            formulas.forEach((name, formula) -> {
                if (formula.isKnown()) {
                    values.put(name, evaluate(formula.tree(), values));
                }
            });
        }

        private static double evaluate(Object tree, Map<String, Double> values) {
            if (tree instanceof List<?> operation) {
                double one = evaluate(operation.get(1), values);
                double other = evaluate(operation.get(2), values);
                return switch ((String) operation.get(0)) {
                    case "+" -> one + other;
                    case "-" -> one - other;
                    case "*" -> one * other;
                    default -> one / other;
                };
            }
            return tree instanceof Number number
                    ? number.doubleValue()
                    : values.getOrDefault((String) tree, Double.NaN);
        }
    }
}
