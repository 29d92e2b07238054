package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.spindlebench.analysis.compare.ComparisonOptions.CampaignSpread;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Noise;
import org.spindlebench.analysis.compare.SimulatedCampaign.Order;
import org.spindlebench.analysis.compare.SimulatedCampaign.Shape;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;

/**
 * An experiment that is simulated many times, and the questions that it asks.
 *
 * @param shape how much is measured
 * @param noise the effects on durations in addition to the true speed-ups
 * @param truth the contenders' true speed-ups
 * @param asks whether the design asks for hypotheses, a mix and, with several values, interactions, in addition to the
 *     comparisons
 * @param known how the variance between campaigns is known: {@link #NOTHING}, {@link #STATED}, or the number of earlier
 *     campaigns
 */
record SimulatedDesign(Shape shape, Noise noise, Truth truth, boolean asks, int known) {
    static final int NOTHING = 0;
    static final int STATED = -1;

    /**
     * The power of Welch's test of 5 %, for a ratio of 1.05 with 2 % between visits and 1 % within, by visits and runs.
     * R 4.2.2 computed it with
     *
     * <pre>
     * power &lt;- function(visits, runs) {
     *   ncp &lt;- log(1.05) / sqrt((.02^2 + .01^2 / runs) * 2 / visits)
     *   of &lt;- function(share) {
     *     q &lt;- qt(.975, (visits - 1) / (share^2 + (1 - share)^2))
     *     (1 - pt(q, 2 * visits - 2, ncp) + pt(-q, 2 * visits - 2, ncp)) *
     *       dbeta(share, (visits - 1) / 2, (visits - 1) / 2)
     *   }
     *   integrate(of, 0, 1, rel.tol = 1e-8)$value
     * }
     * </pre>
     *
     * where share is the first side's part of the sum of both variances. 20,000 calls of t.test() on normal values
     * agree within 0.6 points.
     */
    private static final Map<String, Double> WELCH_POWER =
            Map.of("2x5", 0.1386872, "4x3", 0.7434611, "5x1", 0.8346453, "6x1", 0.9166796, "10x1", 0.9957106);

    /** The promised share of campaigns that find the planted difference. */
    private static final Map<String, Double> PROMISED_POWER = Map.of("4x3", 0.7, "6x1", 0.9);

    private static final PriceList SAME_PRICES = prices();

    /**
     * A hypothesis and whether it is true.
     *
     * @param truth null if the truth is at the edge; then it is wrong to support the hypothesis, and wrong to
     *     contradict it
     */
    record Asked(Hypothesis hypothesis, Boolean truth) {}

    /** Levels of the factors. The designs contain every pair of them. */
    private static final List<List<?>> FACTORS = List.of(
            List.of("1x5", "2x5", "4x3", "5x1", "6x1", "10x1"),
            List.of(1, 7, 12),
            List.of(1, 3),
            List.of(Effect.NONE, Effect.COMMON, Effect.APART),
            List.of(Order.ABBA, Order.BLOCKS),
            List.of(false, true),
            List.of(false, true),
            List.of(1, 2));

    /**
     * The most that a pairwise design may cost. One with all the greatest levels would take as long as thirty others.
     */
    private static final int MOST_COST = 360;

    /** The cost of all ways to split ten and ten visits, in runs. */
    private static final int COST_OF_SPLITS = 20;

    /** Returns all designs that are simulated. */
    static List<SimulatedDesign> all() {
        List<SimulatedDesign> all = new ArrayList<>(pairwise());
        for (String shape : List.of("4x3", "6x1")) {
            for (Effect effect : List.of(Effect.NONE, Effect.COMMON)) {
                all.add(of(shape, 1, effect, Truth.EQUAL));
                all.add(of(shape, 7, effect, Truth.EQUAL));
            }
        }
        for (Truth truth : List.of(Truth.AT_LIMIT, Truth.AT_MARGIN)) {
            all.add(of("4x3", 1, Effect.COMMON, truth).asking());
            all.add(of("6x1", 1, Effect.COMMON, truth).asking());
            all.add(of("10x1", 7, Effect.APART, truth).asking());
            all.add(of("4x3", 7, Effect.NONE, truth).contenders(3).asking());
        }
        for (Truth truth : List.of(Truth.SAME_DIFFERENCE, Truth.OPPOSITE_DIFFERENCE)) {
            all.add(of("2x5", 1, Effect.COMMON, truth).values(2).asking());
            all.add(of("4x3", 1, Effect.COMMON, truth).values(2).asking());
            all.add(of("10x1", 1, Effect.COMMON, truth).values(2).asking());
            all.add(of("6x1", 7, Effect.APART, truth).values(2).asking());
        }
        for (String shape : List.of("2x5", "4x3", "5x1", "6x1", "10x1")) {
            all.add(of(shape, 1, Effect.COMMON, Truth.PLANTED));
        }
        all.add(of("5x1", 7, Effect.COMMON, Truth.PLANTED).asking());
        all.add(of("4x3", 1, Effect.COMMON, Truth.PLANTED).values(2).asking());
        all.add(of("6x1", 7, Effect.APART, Truth.PLANTED).values(2).asking());
        all.add(of("1x5", 1, Effect.COMMON, Truth.EQUAL).values(4));
        all.add(of("4x3", 1, Effect.COMMON, Truth.EQUAL).values(4));
        all.add(of("6x1", 1, Effect.APART, Truth.EQUAL).values(4));
        for (int known : new int[] {STATED, 4, 10}) {
            all.add(of("1x5", 1, Effect.COMMON, Truth.EQUAL).knowing(known));
            all.add(of("1x5", 7, Effect.COMMON, Truth.EQUAL).knowing(known));
        }
        all.add(of("1x5", 7, Effect.APART, Truth.EQUAL).knowing(4));
        all.add(of("1x5", 7, Effect.NONE, Truth.EQUAL).knowing(4));
        for (Order order : List.of(Order.SEQUENTIAL, Order.NEARLY_SEQUENTIAL)) {
            all.add(new SimulatedDesign(
                    shape("5x1", 1, 1, 1), new Noise(Effect.NONE, order, true), Truth.EQUAL, false, NOTHING));
            all.add(new SimulatedDesign(
                    shape("4x3", 7, 3, 1), new Noise(Effect.NONE, order, true), Truth.EQUAL, false, NOTHING));
        }
        return all;
    }

    /** Returns designs whose setups have different numbers of visits. Welch's test alone errs most with these. */
    static List<SimulatedDesign> uneven() {
        return List.of(
                uneven(new Shape(12, 6, 20, 1, 1, 2, 1)),
                uneven(new Shape(12, 1, 20, 1, 1, 2, 8)),
                uneven(new Shape(7, 3, 20, 1, 1, 2, 1.0 / 8)),
                uneven(new Shape(12, 1, 12, 1, 1, 3, 8)),
                uneven(new Shape(7, 3, 12, 1, 1, 3, 1.0 / 8)).asking(),
                uneven(new Shape(12, 3, 10, 1, 1, 2, 1)),
                uneven(new Shape(7, 1, 5, 1, 1, 2, 8)).asking(),
                uneven(new Shape(12, 3, 20, 1, 1, 3, 8)),
                uneven(new Shape(7, 1, 100, 1, 1, 2, 8)),
                uneven(new Shape(7, 1, 100, 1, 1, 3, 1.0 / 8)));
    }

    private static SimulatedDesign uneven(Shape shape) {
        return new SimulatedDesign(shape, new Noise(Effect.NONE, Order.BLOCKS, false), Truth.EQUAL, false, NOTHING);
    }

    /**
     * Returns a design with one contender, one value, visits in random blocks, and no questions except the comparisons.
     */
    static SimulatedDesign of(String visitsAndRuns, int jobs, Effect effect, Truth truth) {
        return new SimulatedDesign(
                shape(visitsAndRuns, jobs, 1, 1), new Noise(effect, Order.BLOCKS, false), truth, false, NOTHING);
    }

    private SimulatedDesign contenders(int contenders) {
        Shape more = new Shape(shape.jobs(), contenders, shape.visits(), shape.runs(), shape.values());
        return new SimulatedDesign(more, noise, truth, asks, known);
    }

    SimulatedDesign values(int values) {
        Shape more = new Shape(shape.jobs(), shape.contenders(), shape.visits(), shape.runs(), values);
        return new SimulatedDesign(more, noise, truth, asks, known);
    }

    SimulatedDesign asking() {
        return new SimulatedDesign(shape, noise, truth, true, known);
    }

    private SimulatedDesign knowing(int campaigns) {
        return new SimulatedDesign(shape, noise, truth, asks, campaigns);
    }

    private static Shape shape(String visitsAndRuns, int jobs, int contenders, int values) {
        int times = visitsAndRuns.indexOf('x');
        return new Shape(
                jobs,
                contenders,
                Integer.parseInt(visitsAndRuns.substring(0, times)),
                Integer.parseInt(visitsAndRuns.substring(times + 1)),
                values);
    }

    /**
     * Returns designs without a difference that contain every pair of levels of two factors. Each one adds the most new
     * pairs; if several do, it is the cheapest.
     */
    private static List<SimulatedDesign> pairwise() {
        List<List<Integer>> candidates = new ArrayList<>(List.of(List.of()));
        for (List<?> levels : FACTORS) {
            candidates = candidates.stream()
                    .flatMap(some -> IntStream.range(0, levels.size()).mapToObj(level -> {
                        List<Integer> more = new ArrayList<>(some);
                        more.add(level);
                        return more;
                    }))
                    .toList();
        }
        candidates = candidates.stream()
                .filter(candidate -> candidate.size() < FACTORS.size() || cost(candidate) <= MOST_COST)
                .toList();
        Set<List<Integer>> covered = new HashSet<>();
        List<SimulatedDesign> designs = new ArrayList<>();
        while (true) {
            List<Integer> best = null;
            int most = 0;
            for (List<Integer> candidate : candidates) {
                Set<List<Integer>> pairs = pairs(candidate);
                pairs.removeAll(covered);
                if (pairs.size() > most || (pairs.size() == most && best != null && cost(candidate) < cost(best))) {
                    most = pairs.size();
                    best = candidate;
                }
            }
            if (most == 0) {
                return designs;
            }
            covered.addAll(pairs(best));
            designs.add(design(best));
        }
    }

    private static Set<List<Integer>> pairs(List<Integer> levels) {
        Set<List<Integer>> pairs = new HashSet<>();
        for (int i = 0; i < levels.size(); i++) {
            for (int j = i + 1; j < levels.size(); j++) {
                pairs.add(List.of(i, levels.get(i), j, levels.get(j)));
            }
        }
        return pairs;
    }

    private static int cost(List<Integer> levels) {
        Shape shape = design(levels).shape;
        int ofComparison = shape.visits() * shape.runs() + (shape.visits() == 10 ? COST_OF_SPLITS : 0);
        return shape.jobs() * shape.contenders() * shape.values() * ofComparison;
    }

    private static SimulatedDesign design(List<Integer> levels) {
        List<?> of = IntStream.range(0, levels.size())
                .mapToObj(i -> FACTORS.get(i).get(levels.get(i)))
                .toList();
        return new SimulatedDesign(
                shape((String) of.get(0), (int) of.get(1), (int) of.get(2), (int) of.get(7)),
                new Noise((Effect) of.get(3), (Order) of.get(4), (boolean) of.get(5)),
                Truth.EQUAL,
                (boolean) of.get(6),
                NOTHING);
    }

    /**
     * Checks whether each setup has a single visit of unknown variance, so that a report claims nothing about setups.
     */
    boolean isConfounded() {
        return shape.visits() == 1 && known == NOTHING;
    }

    /** Checks whether the design is free of everything that a warning may find. */
    boolean isSound() {
        return isUnmoved() && shape.isEven();
    }

    /** Checks whether no order and no drift separates the setups. */
    boolean isUnmoved() {
        return noise.order().isSound() && !noise.drifts();
    }

    Findings findings(Random random) {
        ComparisonOptions options = ComparisonOptions.standard()
                .against(SimulatedCampaign.BASELINE)
                .withPrices(SAME_PRICES)
                .withBetween(between(random));
        if (asks) {
            options = options.withMixes(List.of(mix()))
                    .withInteractions(shape.values() > 1 ? List.of(SimulatedCampaign.SETTING) : List.of())
                    .with(new Study("", asked().stream().map(Asked::hypothesis).toList()));
        }
        return Findings.of(SimulatedCampaign.runs(shape, noise, truth, random), options);
    }

    private CampaignSpread between(Random random) {
        if (known > 0) {
            return CampaignSpread.ofEarlier(SimulatedCampaign.earlier(known, shape, noise, random));
        }
        return known == STATED ? CampaignSpread.stated(SimulatedCampaign.BETWEEN) : CampaignSpread.UNKNOWN;
    }

    /** Returns a mix in which the nth job weighs n. */
    Mix mix() {
        SortedMap<String, Double> shares = new TreeMap<>();
        double sum = shape.jobs() * (shape.jobs() + 1) / 2.0;
        IntStream.range(0, shape.jobs()).forEach(job -> shares.put(SimulatedCampaign.job(job), (job + 1) / sum));
        return new Mix("mix", "a mix", shares);
    }

    /**
     * Returns the hypotheses in the order of the findings' judgements. The list is empty if the design asks for none.
     */
    List<Asked> asked() {
        if (!asks) {
            return List.of();
        }
        Prediction alike = Prediction.of(Expectation.ALIKE, SimulatedCampaign.MARGIN);
        Prediction faster = Prediction.of(Expectation.FASTER, SimulatedCampaign.MARGIN);
        Prediction slower = Prediction.of(Expectation.SLOWER, SimulatedCampaign.MARGIN);
        Prediction different = Prediction.of(Expectation.FASTER, 0);
        List<Asked> asked = new ArrayList<>();
        switch (truth) {
            case EQUAL -> {
                asked.add(new Asked(hypothesis(different, 1, false), null));
                asked.add(new Asked(hypothesis(different, shape.jobs(), false), null));
                asked.add(new Asked(hypothesis(alike, shape.jobs(), false), true));
            }
            case AT_LIMIT -> {
                asked.add(new Asked(hypothesis(alike, 1, false), null));
                asked.add(new Asked(hypothesis(slower, 1, false), null));
            }
            case AT_MARGIN -> {
                asked.add(new Asked(hypothesis(alike, 1, false), null));
                asked.add(new Asked(hypothesis(faster, shape.jobs(), false), null));
                asked.add(new Asked(hypothesis(slower, shape.jobs(), true), null));
            }
            case PLANTED -> asked.add(new Asked(hypothesis(different, shape.jobs(), false), true));
            default -> {}
        }
        if (shape.values() > 1 && truth != Truth.AT_LIMIT && truth != Truth.AT_MARGIN) {
            Prediction smaller = Prediction.smallerDifference(value(0), value(1));
            asked.add(new Asked(hypothesis(smaller, shape.jobs(), false), truth == Truth.PLANTED ? false : null));
        }
        return asked;
    }

    private static SortedMap<String, String> value(int value) {
        return new TreeMap<>(Map.of(SimulatedCampaign.SETTING, SimulatedCampaign.value(value)));
    }

    private static Hypothesis hypothesis(Prediction claim, int jobs, boolean swapped) {
        String contender = SimulatedCampaign.contender(0);
        return new Hypothesis(
                claim.expectation().word() + " of " + jobs,
                IntStream.range(0, jobs).mapToObj(SimulatedCampaign::job).toList(),
                new TreeMap<>(),
                swapped ? contender : SimulatedCampaign.BASELINE,
                swapped ? SimulatedCampaign.BASELINE : contender,
                claim);
    }

    private static PriceList prices() {
        SortedMap<String, PricedSetup> setups = new TreeMap<>();
        for (String setup : List.of("a", "b", "c", "d", "e", "f", "g")) {
            setups.put(
                    setup,
                    new PricedSetup(
                            null, new TreeMap<>(), null, new PricedSetup.StatedTotals(10_000.0, null, null, null)));
        }
        return new PriceList(
                new PriceList.PriceSource("simulated", "USD", "2026", "nobody's"),
                new Assumptions(3, 0.5, 0, 0, null),
                new Catalogue(
                        Machines.NONE,
                        new Machines(0, null, null, null),
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>()),
                RunningCosts.NONE,
                setups);
    }

    /** Returns the share of campaigns that find the planted difference according to R; null if R gives none. */
    Double powerInR() {
        boolean single = shape.jobs() * shape.contenders() * shape.values() == 1;
        return truth == Truth.PLANTED && single ? WELCH_POWER.get(visitsAndRuns()) : null;
    }

    /** Returns the least share of campaigns that is promised to find the difference; 0 if none is promised. */
    double promisedPower() {
        return powerInR() == null ? 0 : PROMISED_POWER.getOrDefault(visitsAndRuns(), 0.0);
    }

    private String visitsAndRuns() {
        return shape.visits() + "x" + shape.runs();
    }

    /** Describes the design in words, for the table. No two designs have the same name. */
    String name() {
        List<String> words = new ArrayList<>();
        words.add(visitsAndRuns()
                + (shape.ofContender() == shape.visits() ? "" : " against " + shape.ofContender() + "x" + shape.runs())
                + " " + truth.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        words.add(shape.jobs() == 1 ? "1 job" : shape.jobs() + " jobs");
        words.add(shape.contenders() == 1 ? "1 contender" : shape.contenders() + " contenders");
        if (shape.values() > 1) {
            words.add(shape.values() + " values");
        }
        words.add(
                switch (noise.effect()) {
                    case NONE -> "no visit effect";
                    case COMMON -> "common visit effect";
                    case APART -> "visit effect apart";
                });
        words.add(noise.order().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (noise.drifts() ? " with drift" : ""));
        if (asks) {
            words.add("hypotheses");
        }
        if (shape.spread() != 1) {
            words.add("CVs " + (shape.spread() > 1 ? "1 : 8" : "8 : 1"));
        }
        if (known != NOTHING) {
            words.add(known == STATED ? "spread stated" : known + " earlier campaigns");
        }
        return String.join(", ", words);
    }
}
