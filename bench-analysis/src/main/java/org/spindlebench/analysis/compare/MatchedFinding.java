package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The comparison of one job on two setups over all settings with which both were run. It is the answer about a job that
 * was compared under more than {@value #MOST_SINGLE} combinations of settings; the comparisons under single settings
 * then claim nothing.
 *
 * <p>A pair is one combination of settings with runs on both setups. Pairs that share runs, or visits to a setup, are a
 * cluster. See {@link Matched#overMany} for the formulas.
 *
 * @param varied the names of the settings in which pairs differ
 * @param matched the ratio and its interval, the number of pairs ({@code configurations}) and of clusters, and the
 *     pooled ratio of all runs, including those left unmatched
 * @param baselineRuns the number of the baseline's runs in pairs
 * @param contenderRuns the number of the contender's runs in pairs
 * @param faster the number of pairs in which the contender is faster
 * @param opposite the number of pairs whose ratio is on the opposite side of 1 from the matched ratio
 * @param lowest the least ratio of a pair, above 1 if the contender is faster
 * @param highest the greatest ratio of a pair
 * @param baselineOnly the cells that only the baseline has
 * @param contenderOnly the cells that only the contender has
 * @param claim that the contender is faster or slower over these settings
 */
public record MatchedFinding(
        SortedSet<String> varied,
        Matched matched,
        int baselineRuns,
        int contenderRuns,
        int faster,
        int opposite,
        double lowest,
        double highest,
        Unmatched baselineOnly,
        Unmatched contenderOnly,
        Claim claim)
        implements Claimed<MatchedFinding> {
    /** The largest number of combinations of settings that are answered one by one. */
    public static final int MOST_SINGLE = 3;

    /** Without an interval, a pooled ratio that differs by less than this factor counts as the same number. */
    private static final double SAME_FIGURE = 1.1;

    /**
     * Combinations of settings with which only one setup was run.
     *
     * @param cells the number of combinations
     * @param runs the number of their valid runs
     */
    public record Unmatched(int cells, int runs) {
        static Unmatched of(List<CellSummary> cells) {
            return new Unmatched(
                    cells.size(),
                    cells.stream().mapToInt(cell -> cell.runs().size()).sum());
        }
    }

    public MatchedFinding {
        varied = Collections.unmodifiableSortedSet(new TreeSet<>(varied));
    }

    /** Returns the contender's speed-up; above 1 if it is faster. */
    public double ratio() {
        return matched.ratio();
    }

    /** Returns the interval of the ratio; empty with fewer than {@link Matched#LEAST_CLUSTERS} clusters. */
    public Optional<Interval> interval() {
        return matched.interval();
    }

    /** Returns the lowest and the highest ratio of a pair, such as {@code 1.000x to 1.500x}. */
    public String spread() {
        return HumanText.ratio(lowest) + "x to " + HumanText.ratio(highest) + "x";
    }

    /** Returns the number of combinations of settings with which both setups were run. */
    public int pairs() {
        return matched.configurations();
    }

    /** Returns the number of groups of pairs that share no runs and no visits. */
    public int clusters() {
        return matched.clusters();
    }

    /** Returns the share of pairs in which the contender is faster, from 0 to 1. */
    public double shareFaster() {
        return faster / (double) pairs();
    }

    /**
     * Returns the mean duration of all the baseline's runs / the mean duration of all the contender's, matched or not.
     */
    public double pooledRatio() {
        return matched.pooledRatio();
    }

    /**
     * Checks whether matching changes the number: whether the pooled ratio is outside the interval. Without an
     * interval, the result is true if the ratio is on the other side of 1, or differs by a factor of more than 1.1.
     */
    public boolean isChangedByMatching() {
        double pooled = pooledRatio();
        return interval()
                .map(bounds -> !bounds.contains(pooled))
                .orElseGet(() -> Math.abs(Math.log(pooled / ratio())) > Math.log(SAME_FIGURE)
                        || Math.signum(Math.log(pooled)) * Math.signum(Math.log(ratio())) < 0);
    }

    /** Checks whether this finding is about the job and the setups of a comparison. */
    public boolean covers(Comparison one) {
        return job().equals(one.job())
                && contenderName().equals(one.contenderSetup())
                && baselineName().equals(one.baselineSetup());
    }

    @Override
    public MatchedFinding with(Claim corrected) {
        return new MatchedFinding(
                varied,
                matched,
                baselineRuns,
                contenderRuns,
                faster,
                opposite,
                lowest,
                highest,
                baselineOnly,
                contenderOnly,
                corrected);
    }

    /**
     * Returns the answer about each contender and job with more than {@value #MOST_SINGLE} comparisons. Such a
     * contender also has an answer about a job if another contender has such an answer about the job, and its own
     * comparisons of the job have no interval. Then a job is one row for all contenders, and no verdict is lost.
     *
     * @param comparisons all comparisons with one baseline
     * @param cells all cells
     */
    static List<MatchedFinding> of(
            Collection<Comparison> comparisons, Collection<CellSummary> cells, ComparisonOptions options) {
        record Key(String contender, String job) {}
        Map<Key, List<Comparison>> groups = new LinkedHashMap<>();
        comparisons.forEach(
                one -> groups.computeIfAbsent(new Key(one.contenderSetup(), one.job()), key -> new ArrayList<>())
                        .add(one));
        List<String> contenders =
                comparisons.stream().map(Comparison::contenderSetup).distinct().toList();
        Map<String, List<CellSummary>> byJob = cells.stream()
                .filter(CellSummary::isMeasured)
                .collect(Collectors.groupingBy(cell -> cell.subject().job()));
        Set<String> jobs = new TreeSet<>();
        Set<String> answered = new TreeSet<>();
        groups.values().stream().filter(MatchedFinding::isMany).forEach(members -> {
            jobs.add(members.get(0).job());
            answered.add(members.get(0).contenderSetup());
        });
        // Groups are independent, so they are matched in parallel; their order is kept.
        return groups.entrySet().parallelStream()
                .filter(group -> isMany(group.getValue())
                        || (jobs.contains(group.getKey().job)
                                && answered.contains(group.getKey().contender)
                                && isWithoutInterval(group.getValue())))
                .map(Map.Entry::getValue)
                .sorted(Comparator.comparingInt((List<Comparison> members) ->
                                contenders.indexOf(members.get(0).contenderSetup()))
                        .thenComparing(members -> members.get(0).job(), JobOrder.OF_JOBS))
                .map(members -> new Matching(members, byJob.get(members.get(0).job())).finding(options))
                .toList();
    }

    private static boolean isMany(List<Comparison> members) {
        return members.size() > MOST_SINGLE;
    }

    private static boolean isWithoutInterval(List<Comparison> members) {
        return members.stream().allMatch(one -> one.speedUp().interval().isEmpty());
    }

    /** The pairs of one job on two setups, and the cells without a counterpart. */
    private static final class Matching {
        private final List<Comparison> members;
        private final List<CellSummary> baselineOnly;
        private final List<CellSummary> contenderOnly;

        /** @param cells all measured cells of the job */
        Matching(List<Comparison> members, List<CellSummary> cells) {
            this.members = members;
            Set<CellSummary> paired = Collections.newSetFromMap(new IdentityHashMap<>());
            members.forEach(one -> Collections.addAll(paired, one.baseline(), one.contender()));
            this.baselineOnly = others(members.get(0).baselineSetup(), cells, paired);
            this.contenderOnly = others(members.get(0).contenderSetup(), cells, paired);
        }

        private static List<CellSummary> others(String setup, List<CellSummary> cells, Set<CellSummary> paired) {
            return cells.stream()
                    .filter(cell -> cell.subject().setup().equals(setup) && !paired.contains(cell))
                    .toList();
        }

        MatchedFinding finding(ComparisonOptions options) {
            Comparison first = members.get(0);
            List<VisitedPair> pairs = members.stream().map(Comparison::samples).toList();
            Matched matched = Matched.overMany(
                    pairs,
                    new Clusters(members).numbers(),
                    samples(baselineOnly),
                    samples(contenderOnly),
                    Compared.between(members, options),
                    options.confidence());
            double[] logs = pairs.stream().mapToDouble(VisitedPair::logRatio).toArray();
            DoubleSummaryStatistics range = Arrays.stream(logs).summaryStatistics();
            int faster = (int) Arrays.stream(logs).filter(log -> log > 0).count();
            int slower = (int) Arrays.stream(logs).filter(log -> log < 0).count();
            SortedSet<String> varied = new TreeSet<>();
            SortedMap<String, String> shared = new TreeMap<>(first.settings());
            members.forEach(one -> {
                varied.addAll(
                        Difference.between(first.settings(), one.settings()).keySet());
                varied.addAll(one.across().keySet());
            });
            shared.keySet().removeAll(varied);
            return new MatchedFinding(
                    varied,
                    matched,
                    runs(members.stream().map(Comparison::baseline)),
                    runs(members.stream().map(Comparison::contender)),
                    faster,
                    matched.ratio() > 1 ? slower : faster,
                    Math.exp(range.getMin()),
                    Math.exp(range.getMax()),
                    Unmatched.of(baselineOnly),
                    Unmatched.of(contenderOnly),
                    claim(matched, shared, options));
        }

        private Claim claim(Matched matched, SortedMap<String, String> shared, ComparisonOptions options) {
            Comparison first = members.get(0);
            Claim claim = Claim.ofRatio(
                    new ClaimSubject(
                            "matched",
                            first.job(),
                            first.baselineSetup(),
                            first.contenderSetup(),
                            shared,
                            first.quantity().word()),
                    RatioEstimate.of(
                                    matched.ratio(),
                                    matched.interval(),
                                    matched.interval().isPresent()
                                            ? SpeedUp.IntervalBasis.INTERVAL
                                            : SpeedUp.IntervalBasis.UNBOUNDED,
                                    options.confidence(),
                                    options.margin())
                            .limitedBy(PairLimit.common(members.stream()
                                    .map(one -> one.claim().estimate().limited())
                                    .toList())),
                    matched.test().orElse(null),
                    List.of());
            return matched.interval().isPresent() || matched.clusters() >= Matched.LEAST_CLUSTERS
                    ? claim
                    : claim.open(Reason.TOO_FEW_SETTINGS);
        }

        private static List<VisitedSample> samples(List<CellSummary> cells) {
            return cells.stream().map(CellSummary::sample).toList();
        }

        private static int runs(Stream<CellSummary> cells) {
            Set<CellSummary> once = Collections.newSetFromMap(new IdentityHashMap<>());
            return cells.filter(once::add).mapToInt(cell -> cell.runs().size()).sum();
        }
    }

    /** Finds the pairs that share a cell, or a visit to a setup, directly or through other pairs. */
    private static final class Clusters {
        /** For each pair, the index of an earlier pair of the same cluster, or of the pair itself. */
        private final int[] earlier;

        Clusters(List<Comparison> pairs) {
            earlier = IntStream.range(0, pairs.size()).toArray();
            Map<Object, Integer> firstWith = new HashMap<>();
            for (int pair = 0; pair < earlier.length; pair++) {
                for (CellSummary cell :
                        List.of(pairs.get(pair).baseline(), pairs.get(pair).contender())) {
                    for (Object part : parts(cell)) {
                        Integer first = firstWith.putIfAbsent(part, pair);
                        if (first != null) {
                            join(first, pair);
                        }
                    }
                }
            }
        }

        /** Returns the things that make pairs dependent: the cell itself, or the visits to its setup. */
        private static List<?> parts(CellSummary cell) {
            return cell.sample().isVisited()
                    ? cell.sample().visits().stream()
                            .map(visit -> List.of(cell.subject().setup(), visit.name()))
                            .toList()
                    : List.of(cell.subject());
        }

        private void join(int one, int other) {
            int first = root(one);
            int second = root(other);
            earlier[Math.max(first, second)] = Math.min(first, second);
        }

        private int root(int pair) {
            int root = pair;
            while (earlier[root] != root) {
                root = earlier[root];
            }
            earlier[pair] = root;
            return root;
        }

        /** Returns a number for each pair, which pairs of one cluster share. */
        List<Integer> numbers() {
            return IntStream.range(0, earlier.length).map(this::root).boxed().toList();
        }
    }
}
