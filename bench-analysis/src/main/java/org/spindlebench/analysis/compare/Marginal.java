package org.spindlebench.analysis.compare;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The effect of one value of a parameter on a job, pooled and matched over all configurations that were run with the
 * value.
 *
 * <p>The pooled speed-up is ALOJA's "speed-up against the average of all": the mean duration of all the job's runs /
 * the mean duration of the runs with this value. Here w is the share of the runs with this value, and r is the mean of
 * all other runs / the mean of these runs. Then the pooled speed-up is w + (1 - w) · r. For a single configuration, its
 * interval is Fieller's interval of r, transformed in the same way. Over several configurations there is no interval,
 * because the speed-up depends more on their choice than on the variation of runs. Pooling compares the runs as they
 * were made. If values were run in different configurations, the ratio includes the difference between the
 * configurations.
 *
 * <p>The matched ratio compares the value with the reference value, over the configurations that were run with both.
 *
 * @param settings the settings that are not pooled, so all runs share their values: compression, and what changes the
 *     work
 * @param value the value of the parameter
 * @param runs the number of runs with this value
 * @param mean the mean duration of these runs in seconds. If every run of a cell belongs to a visit, the visits are
 *     averaged instead
 * @param againstAverage the pooled speed-up against the average of all
 * @param interval the interval of the pooled speed-up; null if there is none
 * @param unbalanced whether the pooled speed-ups also compare configurations. This happens if a value was run in other
 *     configurations than the reference, or in other proportions
 * @param reference the reference value of the matched ratio; null for the reference itself
 * @param matched the matched ratio, above 1 if this value is faster than the reference. Null for the reference itself,
 *     or if no configuration was run with both values
 */
public record Marginal(
        String job,
        SortedMap<String, String> settings,
        String parameter,
        String value,
        @JsonProperty("n") int runs,
        double mean,
        double againstAverage,
        Interval interval,
        boolean unbalanced,
        String reference,
        Matched matched) {
    /** The greatest number of values; a parameter with more values is skipped. */
    public static final int MOST_VALUES = 1000;

    /** The name of the parameter that holds the setup. */
    public static final String SETUP = OtherSettings.SETUP;

    private static final String COMPRESSION = "compression";

    /** Returns the effects of every parameter with several values, for each job; the setup comes first. */
    static List<Marginal> of(Collection<CellSummary> cells, String baseline, ComparisonOptions options) {
        List<CellSummary> measured =
                cells.stream().filter(CellSummary::isMeasured).toList();
        Set<String> kept = options.work(measured);
        if (!options.across().contains(COMPRESSION)) {
            kept.add(COMPRESSION);
        }
        SortedMap<Subject, List<CellSummary>> usual = strata(measured, kept);
        // Parameters are independent, so they are analysed in parallel; their order is kept.
        return parameters(measured, options).parallelStream()
                .flatMap(parameter -> {
                    Set<String> held = new TreeSet<>(kept);
                    boolean isHeld = held.remove(parameter);
                    return ofParameter(parameter, isHeld ? strata(measured, held) : usual, baseline, options).stream();
                })
                .toList();
    }

    private static List<Marginal> ofParameter(
            String parameter,
            SortedMap<Subject, List<CellSummary>> strata,
            String baseline,
            ComparisonOptions options) {
        List<Marginal> marginals = new ArrayList<>();
        strata.forEach((stratum, members) -> {
            OneStratum one = new OneStratum(stratum, parameter, members, options.confidence());
            if (one.hasSeveralValues()) {
                marginals.addAll(one.marginals(baseline));
            }
        });
        return marginals;
    }

    private static List<String> parameters(List<CellSummary> cells, ComparisonOptions options) {
        return Stream.of(List.of(SETUP), factors(cells), OtherSettings.parameters(cells, options))
                .flatMap(Collection::stream)
                .toList();
    }

    /** Returns the parts of the hardware by which setups can be pooled: those with fewer values than setups. */
    private static List<String> factors(List<CellSummary> cells) {
        Map<String, Set<String>> values = new TreeMap<>();
        Map<String, Set<String>> setups = new TreeMap<>();
        // Cells share equal conditions, which therefore need no comparison.
        IdentityHashMap<Conditions, Set<String>> ofConditions = new IdentityHashMap<>();
        cells.forEach(cell -> ofConditions
                .computeIfAbsent(cell.conditions(), none -> new TreeSet<>())
                .add(cell.subject().setup()));
        ofConditions.forEach((conditions, names) -> conditions.hardware().forEach((factor, value) -> {
            values.computeIfAbsent(factor, none -> new TreeSet<>()).add(value);
            setups.computeIfAbsent(factor, none -> new TreeSet<>()).addAll(names);
        }));
        return values.keySet().stream()
                .filter(factor -> values.get(factor).size() > 1
                        && values.get(factor).size() < setups.get(factor).size())
                .toList();
    }

    /** Groups the cells of one job by the settings that are not pooled. Cells of one group may be pooled. */
    private static SortedMap<Subject, List<CellSummary>> strata(List<CellSummary> cells, Set<String> held) {
        SortedMap<Subject, List<CellSummary>> strata = new TreeMap<>(JobOrder.OF_SUBJECTS);
        // One subject for each group, not for each cell: there are many cells.
        Map<List<String>, List<CellSummary>> groups = new HashMap<>();
        for (CellSummary cell : cells) {
            SortedMap<String, String> all = cell.comparable();
            List<String> key = new ArrayList<>(held.size() + 1);
            key.add(cell.subject().job());
            held.forEach(setting -> key.add(all.get(setting)));
            groups.computeIfAbsent(key, none -> new ArrayList<>()).add(cell);
        }
        groups.values().forEach(members -> {
            SortedMap<String, String> settings = new TreeMap<>(members.get(0).comparable());
            settings.keySet().retainAll(held);
            strata.put(new Subject(members.get(0).subject().job(), "", settings), members);
        });
        return strata;
    }

    /**
     * The cells of one job with one choice of the settings that are not pooled, divided by the values of one parameter.
     */
    private static final class OneStratum {
        private final Subject stratum;
        private final String parameter;
        private final double confidence;
        private final SortedMap<String, List<CellSummary>> byValue = new TreeMap<>(ValueOrder.OF_VALUES);

        OneStratum(Subject stratum, String parameter, List<CellSummary> cells, double confidence) {
            this.stratum = stratum;
            this.parameter = parameter;
            this.confidence = confidence;
            // Hashing many equal values is quicker than ordering them.
            Map<String, List<CellSummary>> unordered = new HashMap<>();
            for (CellSummary cell : cells) {
                String value = OtherSettings.value(parameter, cell);
                if (value != null) {
                    unordered.computeIfAbsent(value, key -> new ArrayList<>()).add(cell);
                }
            }
            byValue.putAll(unordered);
        }

        /** Checks for several values, but not very many, which would distinguish runs, not configurations. */
        boolean hasSeveralValues() {
            return byValue.size() > 1 && byValue.size() <= MOST_VALUES;
        }

        List<Marginal> marginals(String baseline) {
            String reference = reference(baseline);
            Map<OtherSettings, CellSummary> references = byConfiguration(reference);
            Map<String, Matched> matched = new LinkedHashMap<>();
            byValue.keySet().stream()
                    .filter(value -> !value.equals(reference))
                    .forEach(value -> matched.put(value, matched(references, value)));
            Map<String, Sample> samples = new LinkedHashMap<>();
            byValue.forEach((value, cells) -> samples.put(
                    value,
                    Sample.pooled(cells.stream().map(CellSummary::observations).toList())));
            boolean unbalanced = matched.values().stream().anyMatch(one -> one == null || one.isUnbalanced());
            return byValue.keySet().stream()
                    .map(value -> marginal(
                            value,
                            samples,
                            unbalanced,
                            matched.containsKey(value) ? reference : null,
                            matched.get(value)))
                    .toList();
        }

        private String reference(String baseline) {
            return byValue.entrySet().stream()
                    .filter(entry -> OtherSettings.isOfSetup(parameter)
                            && entry.getValue().stream()
                                    .anyMatch(cell -> cell.subject().setup().equals(baseline)))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse(byValue.firstKey());
        }

        private Marginal marginal(
                String value, Map<String, Sample> samples, boolean unbalanced, String reference, Matched matched) {
            Sample these = samples.get(value);
            Sample others = Sample.pooled(samples.entrySet().stream()
                    .filter(entry -> !entry.getKey().equals(value))
                    .map(Map.Entry::getValue)
                    .toList());
            SamplePair pair = new SamplePair(others, these);
            double share = these.n() / (double) (these.n() + others.n());
            Interval interval = Optional.of(pair)
                    .filter(both -> isOfOneConfiguration())
                    .flatMap(both -> SpeedUp.of(both, confidence).interval())
                    .map(bounds -> new Interval(confidence, pooled(share, bounds.low()), pooled(share, bounds.high())))
                    .orElse(null);
            return new Marginal(
                    stratum.job(),
                    new TreeMap<>(stratum.settings()),
                    parameter,
                    value,
                    byValue.get(value).stream()
                            .mapToInt(cell -> cell.runs().size())
                            .sum(),
                    these.mean(),
                    pooled(share, pair.ratioOfMeans()),
                    interval,
                    unbalanced,
                    reference,
                    matched);
        }

        /**
         * Checks whether each value was run in one configuration, so that the ratio has an interval. This is false for
         * the values of a setting if cells have visits: one visit may have run several values, so the visit's effect
         * would be on both sides.
         */
        private boolean isOfOneConfiguration() {
            return byValue.values().stream().allMatch(cells -> cells.size() == 1)
                    && (OtherSettings.isOfSetup(parameter)
                            || byValue.values().stream()
                                    .noneMatch(cells -> cells.get(0).sample().isVisited()));
        }

        private static double pooled(double share, double ratio) {
            return share + (1 - share) * ratio;
        }

        private Matched matched(Map<OtherSettings, CellSummary> references, String value) {
            Set<CellSummary> paired = Collections.newSetFromMap(new IdentityHashMap<>());
            List<VisitedPair> pairs = new ArrayList<>();
            List<VisitedSample> unmatched = new ArrayList<>();
            byConfiguration(value).forEach((configuration, cell) -> {
                CellSummary other = references.get(configuration);
                if (other == null) {
                    unmatched.add(cell.sample());
                } else {
                    paired.add(other);
                    pairs.add(new VisitedPair(other.sample(), cell.sample()));
                }
            });
            if (pairs.isEmpty()) {
                return null;
            }
            List<VisitedSample> rest = references.values().stream()
                    .filter(cell -> !paired.contains(cell))
                    .map(CellSummary::sample)
                    .toList();
            return Matched.of(pairs, rest, unmatched, !OtherSettings.isOfSetup(parameter), confidence);
        }

        private Map<OtherSettings, CellSummary> byConfiguration(String value) {
            Map<OtherSettings, CellSummary> cells = new LinkedHashMap<>();
            Set<OtherSettings> several = new HashSet<>();
            byValue.get(value).forEach(cell -> {
                OtherSettings configuration = OtherSettings.without(parameter, cell);
                if (cells.put(configuration, cell) != null) {
                    several.add(configuration);
                }
            });
            // Setups without any known difference cannot be matched one by one.
            cells.keySet().removeAll(several);
            return cells;
        }
    }
}
