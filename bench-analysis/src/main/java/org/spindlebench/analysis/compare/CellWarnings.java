package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.WarningCount;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/** Collects warnings about single cells. */
final class CellWarnings {
    private final Collection<CellSummary> cells;
    private final List<CellWarning> doubts = new ArrayList<>();

    private CellWarnings(Collection<CellSummary> cells) {
        this.cells = cells;
    }

    static List<CellWarning> of(Collection<CellSummary> cells) {
        CellWarnings doubts = new CellWarnings(cells);
        doubts.runWarnings();
        doubts.hiddenDifferences();
        doubts.where("no-valid-run", "no valid run, so no result", cell -> !cell.isMeasured());
        doubts.where(
                "excluded-runs",
                "some runs were invalid or failed; they are left out of the statistics",
                cell -> cell.isMeasured()
                        && cell.counts().invalid() + cell.counts().failed() > 0);
        doubts.where(
                "mixed-caches",
                "some of these runs had cold caches, others warm or unknown ones",
                cell -> cell.isMeasured() && cell.cache() == CacheState.MIXED);
        return List.copyOf(doubts.doubts);
    }

    private void runWarnings() {
        Map<Warning, List<Subject>> byWarning = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            for (WarningCount count : cell.warnings()) {
                byWarning
                        .computeIfAbsent(count.warning(), warning -> new ArrayList<>())
                        .add(cell.subject());
            }
        }
        byWarning.forEach((warning, subjects) -> doubts.add(new CellWarning(warning, subjects)));
    }

    private void hiddenDifferences() {
        for (CellSummary cell : cells) {
            Conditions conditions = cell.conditions();
            if (!conditions.mixed().isEmpty()) {
                String fields = ComparisonWarnings.named(
                        conditions.mixed(), field -> ComparisonWarnings.shown(conditions, field));
                doubts.add(CellWarning.of(
                        "hidden-difference",
                        "repeats of one cell differ in " + fields + "; separate them with --by and the field's name",
                        List.of(cell.subject())));
            }
        }
    }

    private void where(String code, String message, Predicate<CellSummary> doubtful) {
        List<Subject> subjects =
                cells.stream().filter(doubtful).map(CellSummary::subject).toList();
        if (!subjects.isEmpty()) {
            doubts.add(CellWarning.of(code, message, subjects));
        }
    }

    /** Collects warnings about values that combine several cells. */
    static final class PooledWarnings {
        private PooledWarnings() {}

        static List<CellWarning> of(List<DriftFinding> drifts, List<Marginal> marginals) {
            List<CellWarning> doubts = new ArrayList<>();
            drifts.stream()
                    .filter(finding -> finding.drift().isSuspicious())
                    .forEach(finding -> doubts.add(CellWarning.of("drift", message(finding), List.of())));
            unbalanced(marginals)
                    .forEach((parameter, jobs) -> doubts.add(CellWarning.of(
                            "unbalanced-pooling",
                            "configurations have unequal numbers of runs with each value of " + parameter + " ("
                                    + String.join(", ", jobs)
                                    + "). Ratios against the average of all, and pooled ones, therefore also compare the"
                                    + " configurations; use the matched ratios",
                            List.of())));
            return doubts;
        }

        /**
         * Warns if the compared sides have no known visits, or no machine in common.
         *
         * @param cells all measured cells
         */
        static List<CellWarning> ofSides(Collection<Comparison> comparisons, Collection<CellSummary> cells) {
            List<CellWarning> doubts = new ArrayList<>();
            if (comparisons.stream().anyMatch(one -> one.unit() == Comparison.Unit.RUN)) {
                doubts.add(CellWarning.of(
                        "runs-taken-as-independent",
                        "runs are treated as independent, because nothing says to which visit or campaign each belongs. If all runs of"
                                + " a setup were made in one stretch, intervals are too narrow",
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
                    .forEach(pair -> doubts.add(CellWarning.of(
                            "different-machines",
                            pair
                                    + " were measured on different machines, so their ratio also compares the machines. Measure one"
                                    + " setup on both sets of machines (A/A), or swap the setups and measure again (crossover)",
                            List.of())));
            return doubts;
        }

        /**
         * Checks whether two setups have no machine in common, and no other setup was measured on machines of both
         * setups.
         */
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
                            + " cluster affects the results unless the order of runs evened it out",
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
}
