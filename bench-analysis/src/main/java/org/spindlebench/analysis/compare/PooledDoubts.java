package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

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
