package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
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
        cells.forEach(cell -> addResiduals(cell, campaigns));
        // In parallel: each campaign is a matter of its own, and the order is kept.
        return List.copyOf(campaigns.entrySet()).parallelStream()
                .flatMap(campaign -> Drift.of(inOrder(campaign.getValue()), confidence)
                        .map(drift -> new DriftFinding(campaign.getKey(), drift))
                        .stream())
                .toList();
    }

    private static void addResiduals(CellSummary cell, Map<String, List<Residual>> campaigns) {
        Map<String, DoubleSummaryStatistics> ofCell = cell.runs().stream()
                .collect(Collectors.groupingBy(
                        MeasuredRun::campaign, Collectors.summarizingDouble(MeasuredRun::seconds)));
        cell.runs().forEach(run -> {
            DoubleSummaryStatistics all = ofCell.get(run.campaign());
            if (all.getCount() > 1 && run.started() != null) {
                campaigns
                        .computeIfAbsent(run.campaign(), name -> new ArrayList<>())
                        .add(new Residual(run.started(), Math.log(run.seconds() / all.getAverage())));
            }
        });
    }

    private static double[] inOrder(List<Residual> residuals) {
        return residuals.stream()
                .sorted(Comparator.comparingLong(Residual::started))
                .mapToDouble(Residual::value)
                .toArray();
    }
}
