package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.record.Subject;

/**
 * The normalised durations of all setups for each job, as papers plot them. A value is the contender's duration /
 * the baseline's; lower is better.
 *
 * @param settings the settings that distinguish this chart from others; empty if it is the only one
 * @param baseline the setup whose normalised duration is 1
 * @param rows one row per job, in the order of a suite
 */
public record NormalisedDurations(
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

    public NormalisedDurations {
        settings = Subject.sorted(settings);
        contenders = List.copyOf(contenders);
        rows = List.copyOf(rows);
    }

    /** Makes a chart for every choice of the settings in which comparisons of one job differ. */
    static List<NormalisedDurations> of(Collection<Family> families) {
        List<Comparison> all = families.stream()
                .filter(Family::isOfDurations)
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
        List<NormalisedDurations> figures = new ArrayList<>();
        groups.forEach((settings, members) -> figures.add(
                new NormalisedDurations(settings, members.get(0).baselineSetup(), contenders, rows(members))));
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
        members.forEach(one ->
                byJob.computeIfAbsent(one.job(), job -> new LinkedHashMap<>()).put(one.contenderSetup(), one));
        List<Row> rows = new ArrayList<>();
        byJob.forEach((job, comparisons) -> rows.add(new Row(job, comparisons)));
        return rows;
    }
}
