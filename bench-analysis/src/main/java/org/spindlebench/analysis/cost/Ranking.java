package org.spindlebench.analysis.cost;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostFigure.Averaging;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFigure.UnrankedFigure;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
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
     * @param spread the relative variance of its durations; null if nothing bounds the ratios of its durations
     * @param constant whether all durations of each job are equal
     */
    private record Side(UnrankedFigure draft, double value, double mean, RelativeVariance spread, boolean constant) {
        static Side of(UnrankedFigure draft) {
            TimeCost timed = draft.timed();
            double mean = timed.seconds().isEmpty() ? 1 : VisitedSample.mean(timed.seconds());
            RelativeVariance spread = timed.seconds().isEmpty()
                    ? null
                    : RelativeVariance.of(timed.seconds()).orElse(null);
            boolean constant = timed.seconds().stream().allMatch(DurationRatio::isConstant);
            return new Side(draft, timed.value(), mean, spread, constant);
        }

        String setup() {
            return draft.about().setup();
        }
    }

    /** The costs that are ranked together, with the names of their setups. */
    private static final class Contest {
        private final List<Side> sides = new ArrayList<>();
        private List<String> names;

        void name() {
            sides.sort(Comparator.comparing(Side::setup));
            names = sides.stream().map(Side::setup).toList();
        }
    }

    /** Ranks the drafts and returns the costs in the same order. */
    List<CostFigure> of(List<UnrankedFigure> drafts) {
        Map<UnrankedFigure.RankedTogether, Contest> contests = new LinkedHashMap<>();
        List<Side> sides = drafts.stream().map(Side::of).toList();
        sides.forEach(side -> contests.computeIfAbsent(side.draft.contest(), contest -> new Contest())
                .sides
                .add(side));
        contests.values().forEach(Contest::name);
        return sides.parallelStream()
                .map(side -> ranked(side, contests.get(side.draft.contest())))
                .toList();
    }

    private CostFigure ranked(Side side, Contest contest) {
        UnrankedFigure draft = side.draft;
        if (draft.measure().better() == CostMeasure.Better.NEITHER) {
            return draft.ranked(currency, null, List.of());
        }
        int better = 0;
        double confidence = confidence(options.confidence(), contest.sides.size());
        BitSet tied = new BitSet();
        for (int at = 0; at < contest.sides.size(); at++) {
            Side other = contest.sides.get(at);
            if (isBetter(other.draft, draft)) {
                better++;
            }
            if (!other.setup().equals(side.setup()) && areTied(side, other, confidence)) {
                tied.set(at);
            }
        }
        return draft.ranked(currency, better + 1, new Ties(contest.names, tied));
    }

    /** The names of tied setups as one bit each; lists for thousands of tied setups would take gigabytes. */
    static final class Ties extends AbstractList<String> {
        private final List<String> names;
        private final BitSet tied;
        private final int size;

        private Ties(List<String> names, BitSet tied) {
            this.names = names;
            this.tied = tied;
            this.size = tied.cardinality();
        }

        @Override
        public String get(int index) {
            Objects.checkIndex(index, size);
            return stream().skip(index).findFirst().orElseThrow();
        }

        @Override
        public Iterator<String> iterator() {
            return tied.stream().mapToObj(names::get).iterator();
        }

        @Override
        public Stream<String> stream() {
            return tied.stream().mapToObj(names::get);
        }

        @Override
        public int size() {
            return size;
        }
    }

    /** Checks whether two sides are tied. Fastest runs have no intervals, so only equal values are tied. */
    private boolean areTied(Side one, Side other, double confidence) {
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
        if (one.spread == null || other.spread == null) {
            // If a side has a single run, or a duration may be 0, nothing bounds the ratio.
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

    private static boolean isBetter(UnrankedFigure one, UnrankedFigure other) {
        if (TimeCost.areEqual(one.value(), other.value())) {
            return false;
        }
        return one.value() < other.value() == (one.measure().better() == CostMeasure.Better.LOWER);
    }

    /** Computes one setup's costs relative to the baseline. Each is a monotone function of the speed-up. */
    static final class BaselineFigures {
        /** One side of the comparison: a setup's prices and the durations of its jobs. */
        record Side(SetupCost cost, List<VisitedSample> seconds) {
            private boolean isOf(Side other) {
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
        private final Side baseline;
        private final Side contender;
        private final UnrankedFigure.FigureSubject about;
        private final Averaging averaging;
        private final DurationRatio speedUp;
        private final List<UnrankedFigure> drafts = new ArrayList<>();

        private BaselineFigures(
                PriceList list,
                CostOptions options,
                Side baseline,
                Side contender,
                UnrankedFigure.FigureSubject about) {
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
        static List<UnrankedFigure> figures(
                PriceList list,
                CostOptions options,
                Side baseline,
                Side contender,
                UnrankedFigure.FigureSubject about) {
            BaselineFigures comparison = new BaselineFigures(list, options, baseline, contender, about);
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
            drafts.add(new UnrankedFigure(about, measure, ratio / speedUp.value(), interval, averaging, timed));
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
            drafts.add(new UnrankedFigure(about, measure, value, interval, averaging, TimeCost.constant(value)));
        }
    }

    /**
     * How many times as long one setup takes as another. For one job, this is the ratio of means ({@link SpeedUp}); for
     * several jobs, it is the ratio of geometric means ({@link Contrast}).
     *
     * @param value the ratio, above 0
     * @param interval its confidence interval; null if it does not exist
     * @param exact whether there is no interval because the durations of each job on each setup do not vary
     */
    record DurationRatio(double value, Interval interval, boolean exact) {
        /**
         * Computes the ratio of {@code one} to {@code other}.
         *
         * @param one the durations of each job on one setup
         * @param other the durations of the same jobs on the other setup, in the same order
         */
        static DurationRatio of(List<VisitedSample> one, List<VisitedSample> other, double confidence) {
            if (one.size() != other.size() || one.isEmpty()) {
                throw new IllegalArgumentException("ratios need the same jobs: " + one.size() + ", " + other.size());
            }
            List<VisitedPair> jobs = IntStream.range(0, one.size())
                    .mapToObj(job -> new VisitedPair(one.get(job), other.get(job)))
                    .toList();
            if (jobs.size() == 1) {
                SpeedUp speedUp = jobs.get(0).speedUp(confidence);
                boolean exact = speedUp.basis() == SpeedUp.Basis.NO_VARIATION;
                return new DurationRatio(speedUp.ratio(), speedUp.interval().orElse(null), exact);
            }
            Contrast together = Contrast.between(jobs);
            boolean exact = together.basis() == SpeedUp.Basis.NO_VARIATION;
            return new DurationRatio(
                    together.ratio(), together.interval(confidence).orElse(null), exact);
        }

        static boolean isConstant(VisitedSample sample) {
            Sample cell = sample.observations();
            return cell.n() > 1 && cell.min() == cell.max();
        }

        /** Checks whether a value may be the true ratio: it is in the interval, or nothing bounds the ratio. */
        boolean mayBe(double ratio) {
            return interval == null ? !exact : interval.low() <= ratio && ratio <= interval.high();
        }

        /** Returns the interval of an increasing function of the ratio; null if the ratio has none. */
        Interval increasing(DoubleUnaryOperator function) {
            return interval == null
                    ? null
                    : new Interval(
                            interval.confidence(),
                            function.applyAsDouble(interval.low()),
                            function.applyAsDouble(interval.high()));
        }

        /** Returns the interval of a constant / the ratio; null if the ratio has no interval, or may be 0. */
        Interval over(double constant) {
            return interval == null || interval.low() <= 0
                    ? null
                    : new Interval(interval.confidence(), constant / interval.high(), constant / interval.low());
        }
    }

    /**
     * A cost in the form that every cost of a job has: a factor times a power of the durations.
     *
     * @param seconds the durations of each job; empty if the cost does not depend on durations. With several jobs,
     *     their geometric mean counts
     * @param factor the factor, at least 0
     * @param power 1 for costs proportional to the duration, 2 for cost × time, -1 for rates
     */
    record TimeCost(List<VisitedSample> seconds, double factor, int power) {
        /** Values are equal if they differ by no more than the rounding errors of a few operations. */
        private static final double ROUNDING = 1e-12;

        TimeCost {
            seconds = List.copyOf(seconds);
        }

        static TimeCost constant(double value) {
            return new TimeCost(List.of(), value, 1);
        }

        double value() {
            return seconds.isEmpty() ? factor : factor * Math.pow(VisitedSample.mean(seconds), power);
        }

        /**
         * Returns the interval of one job's cost: Student's interval of the mean duration, raised to the power and
         * scaled.
         *
         * @return null unless there is exactly one job; also null for a single run, and for a rate if the interval of
         *     the duration includes 0
         */
        Interval interval(double confidence) {
            Interval mean = seconds.size() == 1
                    ? seconds.get(0).observations().meanInterval(confidence).orElse(null)
                    : null;
            if (mean == null || (power < 0 && mean.low() <= 0)) {
                return null;
            }
            // With few runs, the interval may reach below 0, where a square makes no sense.
            double low = factor * Math.pow(power == 2 ? Math.max(0, mean.low()) : mean.low(), power);
            double high = factor * Math.pow(mean.high(), power);
            return new Interval(confidence, Math.min(low, high), Math.max(low, high));
        }

        static boolean areEqual(double a, double b) {
            return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
        }

        /**
         * Checks whether two costs are tied: they are equal, or the interval of their ratio contains 1. The interval
         * contains 1 if the interval of the durations' ratio contains (the other factor / this factor)^(1 / power). If
         * the ratio has no interval, because of single runs or great spread, the costs are tied, too.
         *
         * @param other a cost of the same jobs with the same power
         */
        boolean isTiedWith(TimeCost other, double confidence) {
            if (areEqual(value(), other.value())) {
                return true;
            }
            if (seconds.isEmpty() || factor == 0 || other.factor == 0) {
                return false;
            }
            double one = Math.pow(other.factor / factor, 1.0 / power);
            return DurationRatio.of(seconds, other.seconds, confidence).mayBe(one);
        }
    }
}
