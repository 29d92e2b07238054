package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.stats.Drift;

/**
 * Whether a campaign's runs became slower or faster as time went on.
 *
 * @param campaign the campaign
 * @param drift of ln(duration / mean of its cell in the campaign) over its runs in wall-clock order; of cells with two runs or more whose start is known.
 *     Campaigns with fewer than {@link Drift#LEAST_RUNS} such runs have no finding
 */
public record DriftFinding(String campaign, Drift drift) {
    private record Residual(long started, double value) {}

    /** One a campaign with enough runs whose start is known, in cells of several runs. */
    static List<DriftFinding> of(Collection<CellSummary> cells, double confidence) {
        SortedMap<String, List<Residual>> campaigns = new TreeMap<>();
        for (CellSummary cell : cells) {
            cell.runs().stream()
                    .collect(Collectors.groupingBy(MeasuredRun::campaign))
                    .forEach((campaign, runs) -> {
                        if (runs.size() > 1) {
                            campaigns
                                    .computeIfAbsent(campaign, name -> new ArrayList<>())
                                    .addAll(residuals(runs));
                        }
                    });
        }
        List<DriftFinding> findings = new ArrayList<>();
        campaigns.forEach((campaign, residuals) -> Drift.of(inOrder(residuals), confidence)
                .ifPresent(drift -> findings.add(new DriftFinding(campaign, drift))));
        return findings;
    }

    private static List<Residual> residuals(List<MeasuredRun> runs) {
        double mean = runs.stream().mapToDouble(MeasuredRun::seconds).average().orElseThrow();
        return runs.stream()
                .filter(run -> run.started() != null)
                .map(run -> new Residual(run.started(), Math.log(run.seconds() / mean)))
                .toList();
    }

    private static double[] inOrder(List<Residual> residuals) {
        return residuals.stream()
                .sorted(Comparator.comparingLong(Residual::started))
                .mapToDouble(Residual::value)
                .toArray();
    }
}
