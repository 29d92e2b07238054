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
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.cost.PricedSetups.Contender;
import org.spindlebench.analysis.cost.PricedSetups.Contest;

/**
 * How often each setup costs least if prices and durations are drawn at random. A price or term that the list states as
 * a range is drawn evenly from it. In each draw, every setup, also the baseline, has one mean duration. Its logarithm
 * is drawn from the normal distribution with its standard error. The same list and durations give the same draws.
 *
 * @param measure the cost that is compared
 * @param contest the job, or all jobs together, and the setups
 * @param ranges the ranges of the list that affect these setups, by the names of {@link PriceInput}
 * @param fixed the number of setups whose mean is not drawn, because its error is unknown
 * @param least the number of draws in which each setup costs least, the most frequent first
 */
public record PriceDraws(
        CostMeasure measure,
        Contest contest,
        SortedMap<String, PriceRange> ranges,
        int fixed,
        Map<String, Integer> least) {
    /** The number of draws that {@link #least} adds up to. */
    public static final int DRAWS = 10_000;

    private static final long SEED = 1;

    /** The measures to compare, in the order of preference. */
    private static final List<CostMeasure> MEASURES = List.of(
            CostMeasure.COST_PER_JOB,
            CostMeasure.HOURLY_COST,
            CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE,
            CostMeasure.NODE_PRICE_PER_PERFORMANCE,
            CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);

    /**
     * Draws for the contest with the most setups whose error is known; among equals, all jobs together precede a single
     * job.
     *
     * @return empty if there is nothing to draw: the list has no range, and no mean has an error; also if no
     *     cost can be computed, for example because a divisor is a price of 0
     */
    public static Optional<PriceDraws> of(PriceList list, PricedSetups priced) {
        if (priced.baseline() == null) {
            return Optional.empty();
        }
        return MEASURES.stream()
                .map(measure -> new Compared(measure, factors(measure, priced, list.terms())))
                .flatMap(compared -> priced.contests().stream()
                        .filter(contest -> compared.contenders(contest).size() > 1)
                        .max(Comparator.comparing((Contest contest) -> compared.contenders(contest).stream()
                                        .filter(PriceDraws::isDrawn)
                                        .count())
                                .thenComparing(contest -> contest.job() == null)
                                .thenComparing(
                                        contest -> compared.contenders(contest).size()))
                        .map(contest -> new Drawing(list, priced, compared, contest).draws())
                        .stream())
                .findFirst()
                .filter(draws -> !draws.least.isEmpty() && (!draws.ranges.isEmpty() || draws.hasDrawn()));
    }

    /** Returns the factor of each setup's duration; setups whose factor is unknown are left out. */
    private static Map<String, Formula> factors(CostMeasure measure, PricedSetups priced, Assumptions terms) {
        SetupCost baseline = priced.setups().get(priced.baseline());
        Map<String, Formula> factors = new HashMap<>();
        priced.setups().forEach((setup, cost) -> {
            Formula factor =
                    switch (measure) {
                        case COST_PER_JOB -> cost.perBusySecond(terms);
                        case HOURLY_COST -> cost.perSecond();
                        default ->
                            new AgainstBaseline(cost, baseline, terms)
                                    .relative(AgainstBaseline.PER_PERFORMANCE.get(measure));
                    };
            if (factor.isKnown()) {
                factors.put(setup, factor);
            }
        });
        return factors;
    }

    private boolean hasDrawn() {
        return contest.contenders().stream().anyMatch(PriceDraws::isDrawn);
    }

    private static boolean isDrawn(Contender contender) {
        return contender.error() != null;
    }

    /** A measure with the factors of the setups for which it is known. */
    private record Compared(CostMeasure measure, Map<String, Formula> factors) {
        List<Contender> contenders(Contest contest) {
            return contest.contenders().stream()
                    .filter(contender -> factors.containsKey(contender.setup()) && contender.speedUp() != null)
                    .toList();
        }
    }

    private static final class Drawing {
        private final PricedSetups priced;
        private final Compared compared;
        private final Contest contest;
        private final List<Contender> contenders;
        private final SortedMap<String, PriceRange> ranges;
        private final Random random = new Random(SEED);

        Drawing(PriceList list, PricedSetups priced, Compared compared, Contest contest) {
            this.priced = priced;
            this.compared = compared;
            this.contest = contest;
            this.contenders = compared.contenders(contest);
            this.ranges = new TreeMap<>(list.ranges());
            ranges.keySet()
                    .retainAll(priced.inputs().stream().map(PriceInput::name).toList());
        }

        PriceDraws draws() {
            Map<String, Integer> counts = new HashMap<>();
            // Without a range, prices are the same in every draw.
            List<Double> listed = factors();
            for (int draw = 0; draw < DRAWS; draw++) {
                Optional.ofNullable(cheapest(ranges.isEmpty() ? listed : factors()))
                        .ifPresent(setup -> counts.merge(setup, 1, Integer::sum));
            }
            Map<String, Integer> least = new LinkedHashMap<>();
            counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .forEach(entry -> least.put(entry.getKey(), entry.getValue()));
            int fixed = (int)
                    contenders.stream().filter(contender -> !isDrawn(contender)).count();
            return new PriceDraws(compared.measure(), contest, ranges, fixed, least);
        }

        /** Draws the prices, and returns the factor of each contender's duration. */
        private List<Double> factors() {
            Map<String, Double> inputs = new HashMap<>();
            for (PriceInput input : priced.inputs()) {
                PriceRange range = ranges.get(input.name());
                if (range != null) {
                    inputs.put(input.name(), range.from() + random.nextDouble() * (range.to() - range.from()));
                }
            }
            return contenders.stream()
                    .map(contender -> compared.factors().get(contender.setup()).by(inputs))
                    .toList();
        }

        /** Returns the setup that costs least in one draw; null if no cost can be computed from the prices. */
        private String cheapest(List<Double> factors) {
            String least = null;
            double lowest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < contenders.size(); i++) {
                double cost = factors.get(i) * duration(contenders.get(i));
                if (cost < lowest) {
                    lowest = cost;
                    least = contenders.get(i).setup();
                }
            }
            return least;
        }

        /** Draws the setup's mean duration, in units of the baseline's measured mean. */
        private double duration(Contender contender) {
            double error = isDrawn(contender) ? contender.error() : 0;
            return Math.exp(error * random.nextGaussian()) / contender.speedUp();
        }
    }
}
