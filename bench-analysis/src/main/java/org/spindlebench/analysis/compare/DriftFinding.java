package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.NotConvergedException;
import org.spindlebench.analysis.stats.Residuals;
import org.spindlebench.analysis.stats.Sample;

/**
 * Whether a campaign's runs became slower or faster over time, after the effects of cells and visits are removed.
 *
 * @param drift the drift over the runs in wall-clock order. It is the drift of the durations' logarithms without the
 * effects of cells and visits ({@link Residuals}). Counts only runs with a known start time, in cells with several such
 * runs. A campaign has no finding if it has fewer than {@link Drift#LEAST_RUNS} such runs, or too few for its number of
 * cells and visits
 * @param runs the runs that the drift counts, in wall-clock order
 */
public record DriftFinding(String campaign, Drift drift, List<InTime> runs) {
    /**
     * A run in the chronological order of its campaign.
     *
     * @param run the run, whose start is known
     * @param residual the logarithm of its duration without the effects of cells and visits
     */
    public record InTime(CellSummary cell, MeasuredRun run, double residual) {}

    private record Timed(CellSummary cell, MeasuredRun run) {
        private String visit() {
            return cell.subject().setup() + "/" + run.visit();
        }
    }

    /**
     * Returns a finding for each campaign with enough runs. Counts only runs with a known start time, in cells with
     * several such runs.
     *
     * @param confidence the confidence that no campaign is suspicious by chance. Each of k campaigns is judged with 1 −
     *     (1 − confidence) / k
     */
    static List<DriftFinding> of(Collection<CellSummary> cells, double confidence) {
        SortedMap<String, List<Timed>> campaigns = timed(cells);
        campaigns.values().removeIf(runs -> runs.size() < Drift.LEAST_RUNS);
        double each = 1 - (1 - confidence) / Math.max(1, campaigns.size());
        // Campaigns are independent, so they are analysed in parallel; their order is kept.
        return List.copyOf(campaigns.entrySet()).parallelStream()
                .flatMap(campaign -> residuals(campaign.getValue())
                        .flatMap(left -> Drift.of(left, each)
                                .map(drift -> new DriftFinding(
                                        campaign.getKey(), drift, inOrder(campaign.getValue(), left.values()))))
                        .stream())
                .toList();
    }

    private static List<InTime> inOrder(List<Timed> runs, Sample residuals) {
        return IntStream.range(0, runs.size())
                .mapToObj(i -> new InTime(
                        runs.get(i).cell, runs.get(i).run, residuals.values().get(i)))
                .toList();
    }

    /** Returns the residuals; empty if they do not converge, because cells and visits are too entangled. */
    private static Optional<Residuals> residuals(List<Timed> runs) {
        try {
            return Optional.of(left(runs));
        } catch (NotConvergedException tooManySteps) {
            return Optional.empty();
        }
    }

    private static Residuals left(List<Timed> runs) {
        return Residuals.of(
                runs.stream().mapToDouble(one -> Math.log(one.run.seconds())).toArray(),
                numbers(runs.stream().map(Timed::cell).toList()),
                numbers(runs.stream().map(Timed::visit).toList()),
                numbers(runs.stream().map(one -> one.cell.subject().setup()).toList()));
    }

    /** Returns a number from 0 for each thing; equal things have the same number. */
    private static int[] numbers(List<?> things) {
        Map<Object, Integer> known = new HashMap<>();
        return things.stream()
                .mapToInt(thing -> {
                    Object key = thing instanceof CellSummary cell ? cell.subject() : thing;
                    return known.computeIfAbsent(key, none -> known.size());
                })
                .toArray();
    }

    private static SortedMap<String, List<Timed>> timed(Collection<CellSummary> cells) {
        SortedMap<String, List<Timed>> campaigns = new TreeMap<>();
        for (CellSummary cell : cells) {
            cell.runs().stream()
                    .filter(run -> run.started() != null)
                    .collect(Collectors.groupingBy(MeasuredRun::campaign))
                    .forEach((campaign, runs) -> {
                        if (runs.size() > 1) {
                            List<Timed> all = campaigns.computeIfAbsent(campaign, name -> new ArrayList<>());
                            runs.forEach(run -> all.add(new Timed(cell, run)));
                        }
                    });
        }
        campaigns.values().forEach(runs -> runs.sort(Comparator.comparingLong(one -> one.run.started())));
        return campaigns;
    }
}
