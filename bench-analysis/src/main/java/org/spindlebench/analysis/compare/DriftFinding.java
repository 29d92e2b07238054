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
    /**
     * A run among those of its campaign.
     *
     * @param cell of which it is one run
     * @param run when it started is known
     * @param residual ln(duration / mean of its cell in the campaign)
     */
    public record InTime(CellSummary cell, MeasuredRun run, double residual) {}

    /** One a campaign with enough runs whose start is known, in cells of several runs. */
    static List<DriftFinding> of(Collection<CellSummary> cells, double confidence) {
        // In parallel: each campaign is a matter of its own, and the order is kept.
        return List.copyOf(inOrder(cells).entrySet()).parallelStream()
                .flatMap(campaign -> Drift.of(residuals(campaign.getValue()), confidence)
                        .map(drift -> new DriftFinding(campaign.getKey(), drift))
                        .stream())
                .toList();
    }

    private static double[] residuals(List<InTime> runs) {
        return runs.stream().mapToDouble(InTime::residual).toArray();
    }

    /** What findings are made of: by campaign, the runs in the order of the clock. */
    public static SortedMap<String, List<InTime>> inOrder(Collection<CellSummary> cells) {
        SortedMap<String, List<InTime>> campaigns = new TreeMap<>();
        cells.forEach(cell -> add(cell, campaigns));
        campaigns
                .values()
                .forEach(runs ->
                        runs.sort(Comparator.comparingLong(one -> one.run().started())));
        return campaigns;
    }

    private static void add(CellSummary cell, Map<String, List<InTime>> campaigns) {
        Map<String, DoubleSummaryStatistics> ofCell = cell.runs().stream()
                .collect(Collectors.groupingBy(
                        MeasuredRun::campaign, Collectors.summarizingDouble(MeasuredRun::seconds)));
        cell.runs().forEach(run -> {
            DoubleSummaryStatistics all = ofCell.get(run.campaign());
            if (all.getCount() > 1 && run.started() != null) {
                campaigns
                        .computeIfAbsent(run.campaign(), name -> new ArrayList<>())
                        .add(new InTime(cell, run, Math.log(run.seconds() / all.getAverage())));
            }
        });
    }
}
