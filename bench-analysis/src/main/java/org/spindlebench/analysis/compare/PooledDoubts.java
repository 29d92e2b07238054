package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cell.CellSummary;

/** What speaks against figures that are of many cells at once. */
final class PooledDoubts {
    private PooledDoubts() {}

    static List<CellDoubt> of(List<DriftFinding> drifts, List<Marginal> marginals) {
        List<CellDoubt> doubts = new ArrayList<>();
        drifts.stream()
                .filter(finding -> finding.drift().isSuspicious())
                .forEach(finding -> doubts.add(CellDoubt.of("drift", message(finding), List.of())));
        unbalanced(marginals)
                .forEach((parameter, jobs) -> doubts.add(CellDoubt.of(
                        "unbalanced-pooling",
                        "runs with different values of " + parameter
                                + " were not made in the same configurations in the same numbers ("
                                + String.join(", ", jobs)
                                + "): figures against the average of all, and pooled ones, compare the configurations, too;"
                                + " take the matched ratios",
                        List.of())));
        return doubts;
    }

    /**
     * What the sides of comparisons lack as a whole: visits, or a machine that both were measured on.
     *
     * @param cells all that were measured
     */
    static List<CellDoubt> ofSides(Collection<Comparison> comparisons, Collection<CellSummary> cells) {
        List<CellDoubt> doubts = new ArrayList<>();
        if (comparisons.stream().anyMatch(one -> one.unit() == Comparison.Unit.RUN)) {
            doubts.add(CellDoubt.of(
                    "runs-taken-as-independent",
                    "runs taken as independent: nothing says which visit to its setup, or which campaign, a run belongs to. Where all"
                            + " runs of a setup were made in one stretch, intervals are too narrow",
                    List.of()));
        }
        Map<String, SortedSet<String>> hosts = new TreeMap<>();
        cells.forEach(cell -> hosts.computeIfAbsent(cell.subject().setup(), setup -> new TreeSet<>())
                .addAll(cell.conditions().hosts()));
        comparisons.stream()
                .filter(one ->
                        areApart(hosts.get(one.baselineSetup()), hosts.get(one.contenderSetup()), hosts.values()))
                .map(one -> one.contenderSetup() + " and " + one.baselineSetup())
                .distinct()
                .forEach(pair -> doubts.add(CellDoubt.of(
                        "different-machines",
                        pair
                                + " were measured on different machines: their ratio is one of the machines, too. Measure one"
                                + " setup on both sets of machines (A/A), or change the setups over and measure again (crossover)",
                        List.of())));
        return doubts;
    }

    /** Whether two setups have no machine in common, and no setup was measured on machines of both. */
    private static boolean areApart(Set<String> one, Set<String> other, Collection<SortedSet<String>> all) {
        return !one.isEmpty()
                && !other.isEmpty()
                && Collections.disjoint(one, other)
                && all.stream()
                        .allMatch(hosts -> Collections.disjoint(hosts, one) || Collections.disjoint(hosts, other));
    }

    private static String message(DriftFinding finding) {
        return String.format(
                Locale.ROOT,
                "campaign %s: durations depend on when a run was made (%.3g %% a run, lag-1 correlation %.2f): a trend of the"
                        + " cluster is in the figures as far as the order of runs did not spread it",
                finding.campaign(),
                100 * finding.drift().slope(),
                finding.drift().lagOne());
    }

    private static SortedMap<String, List<String>> unbalanced(List<Marginal> marginals) {
        SortedMap<String, List<String>> jobs = new TreeMap<>();
        marginals.stream().filter(Marginal::unbalanced).forEach(marginal -> {
            List<String> named = jobs.computeIfAbsent(marginal.parameter(), key -> new ArrayList<>());
            if (!named.contains(marginal.job())) {
                named.add(marginal.job());
            }
        });
        return jobs;
    }
}
