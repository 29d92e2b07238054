package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cost.CostOptions.Averaging;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.Ties;
import org.spindlebench.analysis.cost.CostValue.TimeCost;
import org.spindlebench.analysis.cost.CostValue.UnrankedCost;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.VisitedSample;

/** Ranks setups by their costs of the same measure, job and settings. */
final class Ranking {
    private final String currency;
    private final CostOptions options;

    Ranking(String currency, CostOptions options) {
        this.currency = currency;
        this.options = options;
    }

    /**
     * A cost with the values that decide its rank and ties.
     *
     * @param value the value compared for ties
     * @param spread the relative variance of its durations; null if the ratios of its durations have no bounds
     * @param constant whether all durations of each job are equal
     */
    private record PricedSide(
            UnrankedCost draft, double value, double mean, RelativeVariance spread, boolean constant) {
        static PricedSide of(UnrankedCost draft) {
            TimeCost timed = draft.timed();
            double mean = timed.seconds().isEmpty() ? 1 : VisitedSample.mean(timed.seconds());
            RelativeVariance spread = timed.seconds().isEmpty()
                    ? null
                    : RelativeVariance.of(timed.seconds()).orElse(null);
            boolean constant = timed.seconds().stream().allMatch(DurationRatio::isConstant);
            return new PricedSide(draft, timed.value(), mean, spread, constant);
        }

        String setup() {
            return draft.about().setup();
        }
    }

    /** The costs that are ranked together, with the names of their setups. */
    private static final class Contest {
        private final List<PricedSide> sides = new ArrayList<>();
        private List<String> names;

        void name() {
            sides.sort(Comparator.comparing(PricedSide::setup));
            names = sides.stream().map(PricedSide::setup).toList();
        }
    }

    /** Ranks the drafts and returns the costs in the same order. */
    List<CostValue> of(List<UnrankedCost> drafts) {
        Map<UnrankedCost.RankedTogether, Contest> contests = new LinkedHashMap<>();
        List<PricedSide> sides = drafts.stream().map(PricedSide::of).toList();
        sides.forEach(side -> contests.computeIfAbsent(side.draft.contest(), contest -> new Contest())
                .sides
                .add(side));
        contests.values().forEach(Contest::name);
        return sides.parallelStream()
                .map(side -> ranked(side, contests.get(side.draft.contest())))
                .toList();
    }

    private CostValue ranked(PricedSide side, Contest contest) {
        UnrankedCost draft = side.draft;
        if (draft.measure().better() == CostMeasure.Better.NEITHER) {
            return draft.ranked(currency, null, List.of());
        }
        int better = 0;
        double confidence = confidence(options.ranking(), contest.sides.size());
        BitSet tied = new BitSet();
        for (int at = 0; at < contest.sides.size(); at++) {
            PricedSide other = contest.sides.get(at);
            if (isBetter(other.draft, draft)) {
                better++;
            }
            if (!other.setup().equals(side.setup()) && areTied(side, other, confidence)) {
                tied.set(at);
            }
        }
        return draft.ranked(currency, better + 1, new Ties(contest.names, tied));
    }

    /** Checks whether two sides are tied. Fastest runs have no intervals, so only equal values are tied. */
    private boolean areTied(PricedSide one, PricedSide other, double confidence) {
        if (options.runs() == CostOptions.CountedRuns.BEST) {
            return TimeCost.areEqual(one.draft.value(), other.draft.value());
        }
        if (TimeCost.areEqual(one.value, other.value)) {
            return true;
        }
        TimeCost timed = one.draft.timed();
        TimeCost others = other.draft.timed();
        if (timed.seconds().isEmpty() || timed.factor() == 0 || others.factor() == 0) {
            return false;
        }
        if (one.spread == null || other.spread == null || confidence == 1) {
            // If a side has a single run, or a duration may be 0, nothing bounds the ratio. Nothing bounds it at
            // confidence 1 either.
            return true;
        }
        if (one.constant && other.constant) {
            // Neither side's durations vary, so any difference is real.
            return false;
        }
        double even = Math.pow(others.factor() / timed.factor(), 1.0 / timed.power());
        RelativeVariance.Place place = one.spread.place(other.spread, even / (one.mean / other.mean), confidence);
        return place == RelativeVariance.Place.OPEN
                ? timed.isTiedWith(others, confidence)
                : place == RelativeVariance.Place.INSIDE;
    }

    /** Returns the confidence of each pair for all pairs together: 1 − α / number of pairs (Bonferroni). */
    static double confidence(double confidence, int setups) {
        return 1 - (1 - confidence) / Math.max(1, setups * (setups - 1.0) / 2);
    }

    private static boolean isBetter(UnrankedCost one, UnrankedCost other) {
        if (TimeCost.areEqual(one.value(), other.value())) {
            return false;
        }
        return one.value() < other.value() == (one.measure().better() == CostMeasure.Better.LOWER);
    }

    /** Computes one setup's costs relative to the baseline. Each measure is a monotone function of the speed-up. */
    static final class RelativeCosts {
        /** One side of the comparison: a setup's prices and the durations of its jobs. */
        record PricedSide(SetupCost cost, List<VisitedSample> seconds) {
            private boolean isOf(PricedSide other) {
                return cost.setup().equals(other.cost.setup());
            }
        }

        private static final List<CostMeasure> BREAK_EVENS = List.of(
                CostMeasure.BREAK_EVEN_DEVICE_PRICE,
                CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE,
                CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER,
                CostMeasure.BREAK_EVEN_CLUSTER_PRICE,
                CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_JOB);

        private final AgainstBaseline prices;
        private final PricedSide baseline;
        private final PricedSide contender;
        private final UnrankedCost.CostSubject about;
        private final Averaging averaging;
        private final DurationRatio speedUp;
        private final List<UnrankedCost> drafts = new ArrayList<>();

        private RelativeCosts(
                PriceList list,
                CostOptions options,
                PricedSide baseline,
                PricedSide contender,
                UnrankedCost.CostSubject about) {
            this.prices = new AgainstBaseline(contender.cost, baseline.cost, list.terms());
            this.baseline = baseline;
            this.contender = contender;
            this.about = about;
            this.averaging = about.job() == null
                    ? options.runs().overJobs()
                    : options.runs().ofJob();
            this.speedUp = DurationRatio.of(baseline.seconds, contender.seconds, options.confidence());
        }

        /** Returns the contender's costs. The caller must replace a break-even price below 0 by a warning. */
        static List<UnrankedCost> figures(
                PriceList list,
                CostOptions options,
                PricedSide baseline,
                PricedSide contender,
                UnrankedCost.CostSubject about) {
            RelativeCosts comparison = new RelativeCosts(list, options, baseline, contender, about);
            comparison.perPerformance(CostMeasure.DEVICE_PRICE_PER_PERFORMANCE, CostMeasure.DEVICE_PRICE);
            comparison.perPerformance(CostMeasure.NODE_PRICE_PER_PERFORMANCE, CostMeasure.NODE_PRICE);
            comparison.perPerformance(CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE, CostMeasure.CLUSTER_PRICE);
            if (!contender.isOf(baseline)) {
                BREAK_EVENS.forEach(comparison::breakEven);
                comparison.breakEvenUtilisation();
            }
            return comparison.drafts;
        }

        private void perPerformance(CostMeasure measure, CostMeasure price) {
            Double ratio = prices.relative(price).value();
            if (ratio == null) {
                return;
            }
            Interval interval = contender.isOf(baseline) ? null : speedUp.over(ratio);
            // The baseline's price and durations cancel when contenders are compared.
            double own = contender.cost.formulas().get(price).value();
            TimeCost timed = new TimeCost(contender.seconds, own, 1);
            drafts.add(new UnrankedCost(about, measure, ratio / speedUp.value(), interval, averaging, timed));
        }

        private void breakEven(CostMeasure measure) {
            if (!prices.hasBreakEven(measure)) {
                return;
            }
            double value = prices.breakEven(measure, speedUp.value());
            // A device cannot cost less than nothing, so a negative price at the lower bound of the speed-up becomes 0.
            Interval interval =
                    value < 0 ? null : speedUp.increasing(ratio -> Math.max(0, prices.breakEven(measure, ratio)));
            add(measure, value, interval);
        }

        private void breakEvenUtilisation() {
            Double base = baseline.cost.prices().total();
            Double own = contender.cost.prices().total();
            Double utilisation = prices.terms().utilisation();
            if (base == null || own == null || base == 0 || utilisation == null) {
                return;
            }
            double constant = utilisation * own / base;
            add(CostMeasure.BREAK_EVEN_UTILISATION, constant / speedUp.value(), speedUp.over(constant));
        }

        private void add(CostMeasure measure, double value, Interval interval) {
            drafts.add(new UnrankedCost(about, measure, value, interval, averaging, TimeCost.constant(value)));
        }
    }
}
