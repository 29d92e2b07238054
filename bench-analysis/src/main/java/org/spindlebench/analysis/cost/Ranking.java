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
import java.util.stream.Stream;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.Spread;

/** Ranks figures of the same measure, job and settings among setups. */
final class Ranking {
    private final String currency;
    private final CostOptions options;

    Ranking(String currency, CostOptions options) {
        this.currency = currency;
        this.options = options;
    }

    /**
     * A draft among those that it is ranked with.
     *
     * @param value of what is compared for ties
     * @param mean of its durations
     * @param spread null where nothing bounds ratios of them
     * @param constant whether no duration differs from another of its job
     */
    private record Side(Draft draft, double value, double mean, Spread spread, boolean constant) {
        static Side of(Draft draft) {
            Timed timed = draft.timed();
            double mean = timed.seconds().isEmpty() ? 1 : Sample.mean(timed.seconds());
            Spread spread = timed.seconds().isEmpty()
                    ? null
                    : Spread.of(timed.seconds()).orElse(null);
            boolean constant = timed.seconds().stream().allMatch(DurationRatio::isConstant);
            return new Side(draft, timed.value(), mean, spread, constant);
        }

        String setup() {
            return draft.about().setup();
        }
    }

    /** Figures that are ranked with each other, and their setups by name. */
    private static final class Contest {
        private final List<Side> sides = new ArrayList<>();
        private List<String> names;

        void name() {
            sides.sort(Comparator.comparing(Side::setup));
            names = sides.stream().map(Side::setup).toList();
        }
    }

    /** The figures in the order of the drafts. */
    List<CostFigure> of(List<Draft> drafts) {
        Map<Draft.Contest, Contest> contests = new LinkedHashMap<>();
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
        Draft draft = side.draft;
        if (draft.measure().better() == CostMeasure.Better.NEITHER) {
            return draft.ranked(currency, null, List.of());
        }
        int better = 0;
        double confidence = confidence(contest.sides.size());
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

    /** Names of setups out of those of a contest. Bits: where each of thousands is tied with each, names by themselves take gigabytes. */
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

    /** Of the fastest runs nothing is known but their values. */
    private boolean areTied(Side one, Side other, double confidence) {
        if (options.runs() == CostOptions.Runs.BEST) {
            return Timed.areEqual(one.draft.value(), other.draft.value());
        }
        if (Timed.areEqual(one.value, other.value)) {
            return true;
        }
        Timed timed = one.draft.timed();
        Timed others = other.draft.timed();
        if (timed.seconds().isEmpty() || timed.factor() == 0 || others.factor() == 0) {
            return false;
        }
        if (one.spread == null || other.spread == null) {
            // A single run, or a duration of 0: nothing bounds the ratio.
            return true;
        }
        if (one.constant && other.constant) {
            // No run differs from another of its job and setup: what is not equal is told apart.
            return false;
        }
        double even = Math.pow(others.factor() / timed.factor(), 1.0 / timed.power());
        Spread.Place place = one.spread.place(other.spread, even / (one.mean / other.mean), confidence);
        return place == Spread.Place.OPEN ? timed.isTiedWith(others, confidence) : place == Spread.Place.INSIDE;
    }

    /** Of each pair among so many, so that all hold together: 1 − α over the number of pairs (Bonferroni). */
    private double confidence(int setups) {
        return 1 - (1 - options.confidence()) / Math.max(1, setups * (setups - 1.0) / 2);
    }

    private static boolean isBetter(Draft one, Draft other) {
        if (Timed.areEqual(one.value(), other.value())) {
            return false;
        }
        return one.value() < other.value() == (one.measure().better() == CostMeasure.Better.LOWER);
    }
}
