package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison.Difference;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Outliers;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The comparison of one job on two setups.
 *
 * @param settings the settings that both sides share
 * @param across the settings in which the sides differ although they are compared, by name
 * @param samples the observations: durations of runs, or means of visits
 * @param between the variance between campaigns; null if it was not needed or is unknown
 * @param speedUp how many times as fast the contender is; above 1 if it is faster. It is the ratio of the observations'
 *     means, with Fieller's interval. If {@code between} was needed, it is the ratio of geometric means
 * @param withoutOutliers the speed-up without the runs that stand out (see {@link
 *     org.spindlebench.analysis.stats.Outliers}), to show their influence. Null if no run stands out, or visits are
 *     compared
 * @param paired the comparison by blocks; null if the setups were not run in the same blocks
 */
public record Comparison(
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        CellSummary baseline,
        CellSummary contender,
        VisitedPair samples,
        Between between,
        SpeedUp speedUp,
        Tests tests,
        SpeedUp withoutOutliers,
        Paired paired,
        List<Warning> warnings) {
    /** Returns the kind of one observation. */
    public enum Unit {
        /** The duration of one run. */
        RUN,
        /** The mean duration of one visit to a setup, because runs within a visit are dependent. */
        VISIT;

        /** Returns the word for programs, which never changes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Comparison {
        settings = Subject.sorted(settings);
        across = Collections.unmodifiableSortedMap(new TreeMap<>(across));
        Objects.requireNonNull(speedUp, "speedUp");
        Objects.requireNonNull(tests, "tests");
        warnings = List.copyOf(warnings);
    }

    /**
     * Compares two sets of durations with a confidence of 0.95. The runs count as independent.
     *
     * @param baseline durations, finite and above 0, in any unit
     * @param contender durations in the same unit
     * @throws IllegalArgumentException if a side has no duration, or one that is not finite or not above 0
     */
    public static Comparison of(double[] baseline, double[] contender) {
        if (baseline.length == 0 || contender.length == 0) {
            throw new IllegalArgumentException("a comparison needs at least one duration on each side");
        }
        Runs runs = Runs.builder()
                .add("job", "baseline", baseline)
                .add("job", "contender", contender)
                .build();
        return Findings.of(runs, ComparisonOptions.standard().against("baseline"))
                .comparisons()
                .findFirst()
                .orElseThrow();
    }

    /** Returns the observations: durations of runs, or means of visits. */
    public SamplePair observations() {
        return samples.observations();
    }

    public Unit unit() {
        return samples.isVisited() ? Unit.VISIT : Unit.RUN;
    }

    /**
     * Checks whether the order of the sides in time was examined. It is not if a side has one observation only, if times
     * are unknown, or if the known variance between campaigns takes its place.
     */
    public boolean isOrderExamined() {
        return between == null
                && ComparisonWarnings.Order.first(baseline, contender).isPresent();
    }

    /**
     * Checks whether the report may claim that one side is faster. For this, the interval must exclude 1, even after
     * Holm's correction for all claims from the same runs.
     */
    public boolean isClaimed() {
        return tests.pScreen() != null
                && speedUp.interval()
                        .filter(bounds -> !bounds.contains(1) && tests.pScreen() < 1 - bounds.confidence())
                        .isPresent();
    }

    public String job() {
        return baseline.subject().job();
    }

    public String baselineSetup() {
        return baseline.subject().setup();
    }

    public String contenderSetup() {
        return contender.subject().setup();
    }

    Comparison withHolm(Double p) {
        return with(tests.withHolm(p), warnings);
    }

    Comparison withScreen(Double p) {
        return with(tests.withScreen(p), warnings);
    }

    Comparison withWarnings(List<Warning> doubts) {
        return with(tests, doubts);
    }

    private Comparison with(Tests other, List<Warning> doubts) {
        return new Comparison(
                settings,
                across,
                baseline,
                contender,
                samples,
                between,
                speedUp,
                other,
                withoutOutliers,
                paired,
                doubts);
    }

    static final class Comparing {
        private record Block(String campaign, int number) {}

        private final Pairing.Pair pair;
        private final double confidence;
        private final Between between;

        private Comparing(Pairing.Pair pair, ComparisonOptions options) {
            this.pair = pair;
            this.confidence = options.confidence();
            this.between = pair.samples().needsBetween() ? options.between().of(List.of(pair.baseline())) : null;
        }

        /** @param cells the number of cells in the report; the more cells, the likelier a run stands out by chance */
        static Comparison of(Pairing.Pair pair, ComparisonOptions options, int cells) {
            return new Comparing(pair, options).compare((1 - options.confidence()) / cells);
        }

        private Comparison compare(double chance) {
            VisitedPair samples = pair.samples();
            SamplePair runs =
                    new SamplePair(pair.baseline().elapsed(), pair.contender().elapsed());
            Outliers outOfBaseline = Outliers.of(runs.baseline());
            Outliers outOfContender = Outliers.of(runs.contender());
            Comparison bare = new Comparison(
                    pair.settings(),
                    pair.across(),
                    pair.baseline(),
                    pair.contender(),
                    samples,
                    between,
                    samples.speedUp(confidence, between),
                    Tests.of(samples, between, confidence),
                    samples.isVisited() ? null : without(runs, outOfBaseline, outOfContender),
                    paired(pair.baseline(), pair.contender(), confidence),
                    List.of());
            boolean standOut = Math.min(outOfBaseline.chance(), outOfContender.chance()) < chance;
            int flagged = standOut ? outOfBaseline.flagged().size() : 0;
            int flaggedOfContender = standOut ? outOfContender.flagged().size() : 0;
            return bare.withWarnings(ComparisonWarnings.of(bare, flagged, flaggedOfContender, confidence));
        }

        /** Returns the speed-up without outliers; null if no run of either side stands out. */
        private SpeedUp without(SamplePair runs, Outliers baseline, Outliers contender) {
            return baseline.flagged().isEmpty() && contender.flagged().isEmpty()
                    ? null
                    : SpeedUp.of(
                            new SamplePair(
                                    baseline.without().orElse(runs.baseline()),
                                    contender.without().orElse(runs.contender())),
                            confidence);
        }

        /** Compares two cells' means within each block in which both were run; null if there are fewer than two. */
        static Paired paired(CellSummary base, CellSummary other, double confidence) {
            Map<Block, Double> baseline = byBlock(base);
            Map<Block, Double> contender = byBlock(other);
            List<Block> common =
                    baseline.keySet().stream().filter(contender::containsKey).toList();
            if (common.size() < 2) {
                return null;
            }
            return Paired.of(
                    new SamplePair(
                            Sample.of(common.stream().map(baseline::get).toList()),
                            Sample.of(common.stream().map(contender::get).toList())),
                    confidence);
        }

        private static Map<Block, Double> byBlock(CellSummary cell) {
            return cell.runs().stream()
                    .filter(run -> run.block() != null)
                    .collect(Collectors.groupingBy(
                            run -> new Block(run.campaign(), run.block()),
                            LinkedHashMap::new,
                            Collectors.averagingDouble(MeasuredRun::seconds)));
        }
    }

    /**
     * A setting in which two cells differ.
     *
     * @param baseline the baseline's value; null if unknown
     * @param contender the contender's value; null if unknown
     */
    public record Difference(String baseline, String contender) {
        /** The greatest number of cells of one job and setup that are examined to name their differences. */
        private static final int MOST_EXAMPLES = 20;

        /** Returns the settings in which two cells differ, by name; also those that only one cell states. */
        static SortedMap<String, Difference> between(Map<String, String> baseline, Map<String, String> contender) {
            SortedMap<String, Difference> differences = new TreeMap<>();
            baseline.forEach((key, value) -> {
                String other = contender.get(key);
                if (!Objects.equals(value, other)) {
                    differences.put(key, new Difference(value, other));
                }
            });
            contender.forEach((key, value) -> {
                if (value != null && baseline.get(key) == null) {
                    differences.put(key, new Difference(null, value));
                }
            });
            return differences;
        }

        /** Returns the fewest settings in which a cell of each side differ, of the first {@value #MOST_EXAMPLES} cells. */
        public static SortedMap<String, Difference> least(List<CellSummary> baselines, List<CellSummary> contenders) {
            return baselines.stream()
                    .limit(MOST_EXAMPLES)
                    .flatMap(baseline -> contenders.stream()
                            .limit(MOST_EXAMPLES)
                            .map(contender -> between(baseline.comparable(), contender.comparable())))
                    .min(Comparator.comparingInt(Map::size))
                    .orElseThrow();
        }

        /** Describes differences, such as {@code compression (none; snappy), cache (unknown; cold)}. */
        public static String describe(Map<String, Difference> differences) {
            return differences.entrySet().stream()
                    .map(entry -> entry.getKey() + " (" + entry.getValue().of(entry.getKey()) + ")")
                    .collect(Collectors.joining(", "));
        }

        @Override
        public String toString() {
            return shown(baseline) + "; " + shown(contender);
        }

        /** Writes both values of this setting for people, such as {@code 33 GB; 64 MB}. */
        private String of(String setting) {
            return shown(HumanText.value(setting, baseline)) + "; " + shown(HumanText.value(setting, contender));
        }

        private static String shown(String value) {
            return value == null ? "unknown" : value;
        }
    }

    /**
     * The normalised durations of all setups for each job, as papers plot them. A value is the contender's duration /
     * the baseline's; lower is better.
     *
     * @param settings the settings that distinguish this figure from others; empty if it is the only one
     * @param baseline the setup whose normalised duration is 1
     * @param rows one row per job, in the order of a suite
     */
    public record NormalisedFigure(
            SortedMap<String, String> settings, String baseline, List<String> contenders, List<Row> rows) {
        /**
         * The comparisons of one job.
         *
         * @param comparisons the comparisons by contender; contenders without one are missing
         */
        public record Row(String job, Map<String, Comparison> comparisons) {
            public Row {
                comparisons = Collections.unmodifiableMap(new LinkedHashMap<>(comparisons));
            }
        }

        public NormalisedFigure {
            settings = Subject.sorted(settings);
            contenders = List.copyOf(contenders);
            rows = List.copyOf(rows);
        }

        /** Makes a figure for every choice of the settings in which comparisons of one job differ. */
        static List<NormalisedFigure> of(Collection<Family> families) {
            List<Comparison> all = families.stream()
                    .flatMap(family -> family.comparisons().stream())
                    .filter(one -> one.across().isEmpty())
                    .toList();
            List<String> contenders =
                    all.stream().map(Comparison::contenderSetup).distinct().toList();
            Set<String> differing = differing(all);
            SortedMap<SortedMap<String, String>, List<Comparison>> groups = new TreeMap<>(ValueOrder.OF_SETTINGS);
            for (Comparison one : all) {
                SortedMap<String, String> settings = new TreeMap<>(one.settings());
                settings.keySet().retainAll(differing);
                groups.computeIfAbsent(settings, key -> new ArrayList<>()).add(one);
            }
            List<NormalisedFigure> figures = new ArrayList<>();
            groups.forEach((settings, members) -> figures.add(
                    new NormalisedFigure(settings, members.get(0).baselineSetup(), contenders, rows(members))));
            return List.copyOf(figures);
        }

        private static Set<String> differing(Collection<Comparison> all) {
            Map<String, Map<String, String>> firstOfJob = new HashMap<>();
            Set<String> differing = new TreeSet<>();
            for (Comparison one : all) {
                Map<String, String> first = firstOfJob.computeIfAbsent(one.job(), job -> one.settings());
                differing.addAll(Difference.between(first, one.settings()).keySet());
            }
            return differing;
        }

        private static List<Row> rows(Collection<Comparison> members) {
            SortedMap<String, Map<String, Comparison>> byJob = new TreeMap<>(JobOrder.OF_JOBS);
            members.forEach(one -> byJob.computeIfAbsent(one.job(), job -> new LinkedHashMap<>())
                    .put(one.contenderSetup(), one));
            List<Row> rows = new ArrayList<>();
            byJob.forEach((job, comparisons) -> rows.add(new Row(job, comparisons)));
            return rows;
        }
    }
}
