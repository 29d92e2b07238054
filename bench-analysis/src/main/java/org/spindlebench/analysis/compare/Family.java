package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The comparisons of one quantity with the same baseline, contender and settings. They are corrected together and
 * summarised together.
 *
 * @param settings the settings that all its comparisons share
 * @param across settings in which the two compared sides differ
 * @param comparisons one comparison per job, in the order of a suite
 */
public record Family(
        String baseline,
        String contender,
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        List<Comparison> comparisons) {
    private record Key(String baseline, String contender, Map<String, String> settings, Quantity quantity) {}

    public Family {
        settings = Subject.sorted(settings);
        across = Collections.unmodifiableSortedMap(new TreeMap<>(across));
        comparisons = List.copyOf(comparisons);
    }

    /**
     * Groups comparisons into families, with Holm's correction in each. Settings that follow from the job (see {@link
     * CellTable}) divide the jobs of a suite only if a job was run with several values of such a setting. The suite
     * is then divided into parts by these settings. If the parts have different jobs, they are not suites of their own,
     * and the correction still covers all parts. Otherwise an additional variant of one job would take the correction
     * from the other jobs.
     */
    static List<Family> of(Collection<Comparison> comparisons) {
        List<Family> families = new ArrayList<>();
        group(comparisons, CellTable::shared).forEach((key, members) -> {
            Collection<List<Comparison>> parts = isOncePerJob(members)
                    ? List.of(members)
                    : group(members, settings -> settings).values();
            if (areOfTheSameJobs(parts)) {
                parts.forEach(part -> families.add(family(key, withHolm(part))));
            } else {
                Map<Key, List<Comparison>> corrected = group(withHolm(members), settings -> settings);
                corrected.values().forEach(part -> families.add(family(key, part)));
            }
        });
        return families;
    }

    /** Returns the samples from which each job's statistics are computed, in the order of the comparisons. */
    public List<VisitedPair> samples() {
        return comparisons.stream().map(Comparison::samples).toList();
    }

    /** Copies families with other comparisons, which are in the order of the families. */
    static List<Family> with(List<Family> families, List<Comparison> all) {
        List<Family> others = new ArrayList<>();
        int from = 0;
        for (Family one : families) {
            int to = from + one.comparisons.size();
            others.add(new Family(one.baseline, one.contender, one.settings, one.across, all.subList(from, to)));
            from = to;
        }
        return others;
    }

    /** Checks whether durations of runs are compared, and not makespans or slow-downs. */
    public boolean isOfDurations() {
        return comparisons.get(0).quantity() == Quantity.DURATION;
    }

    /** Returns the subject of a claim about all jobs. */
    ClaimSubject about(String kind, String jobs) {
        return new ClaimSubject(
                kind,
                jobs,
                baseline,
                contender,
                settings,
                comparisons.get(0).quantity().word());
    }

    /** Returns the jobs, in the order of the comparisons. */
    public List<String> jobs() {
        return comparisons.stream().map(Comparison::job).toList();
    }

    private static Map<Key, List<Comparison>> group(
            Collection<Comparison> comparisons, UnaryOperator<SortedMap<String, String>> settings) {
        Map<Key, List<Comparison>> groups = new LinkedHashMap<>();
        for (Comparison one : comparisons) {
            SortedMap<String, String> all = settings.apply(one.settings());
            if (!one.across().isEmpty()) {
                SortedMap<String, String> more = new TreeMap<>(all);
                one.across().forEach((key, difference) -> more.put(key, difference.toString()));
                all = more;
            }
            Key key = new Key(one.baselineSetup(), one.contenderSetup(), all, one.quantity());
            groups.computeIfAbsent(key, none -> new ArrayList<>()).add(one);
        }
        return groups;
    }

    private static boolean isOncePerJob(List<Comparison> members) {
        return members.stream().map(Comparison::job).distinct().count() == members.size();
    }

    private static boolean areOfTheSameJobs(Collection<List<Comparison>> parts) {
        return parts.stream()
                        .map(part -> part.stream().map(Comparison::job).collect(Collectors.toSet()))
                        .distinct()
                        .count()
                == 1;
    }

    private static Family family(Key key, List<Comparison> members) {
        List<Comparison> sorted = members.stream()
                .sorted(Comparator.comparing(Comparison::job, JobOrder.OF_JOBS))
                .toList();
        SortedMap<String, String> shared =
                SharedSettings.of(sorted.stream().map(Comparison::settings).toList());
        return new Family(key.baseline(), key.contender(), shared, sorted.get(0).across(), sorted);
    }

    private static List<Comparison> withHolm(List<Comparison> members) {
        List<Double> p = members.stream()
                .map(one -> one.tests().welch())
                .filter(welch -> welch != null)
                .map(LogWelch::p)
                .toList();
        List<Double> adjusted = new ArrayList<>(Holm.adjust(p));
        Collections.reverse(adjusted);
        return members.stream()
                .map(one -> one.tests().welch() == null ? one : one.withHolm(adjusted.remove(adjusted.size() - 1)))
                .toList();
    }
}
