package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeanSizes;
import org.spindlebench.analysis.compare.BestSettings.Choice;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.SetupCost;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.workload.Workload.RunSettings;

/** Converts measured cells to inputs of the cost study. */
public final class CostInputs {
    /** The setting that marks costs with the best settings; other costs have the same runs with their own settings. */
    public static final String BEST = "best";

    private CostInputs() {}

    static CostFindings findings(
            List<CellSummary> cells, List<BestSettings> best, String baseline, ComparisonOptions options) {
        return CostFindings.of(options.prices(), durations(cells, best, options), options(baseline, options));
    }

    /** Returns the options with which costs are computed. */
    public static CostOptions options(String baseline, ComparisonOptions options) {
        return new CostOptions(
                options.confidence(),
                baseline,
                options.costRuns(),
                Subject.OF_THE_JOB,
                options.study().looks().confidence(options.confidence()));
    }

    /** Returns the durations from which costs are computed. */
    public static List<JobDurations> durations(
            List<CellSummary> cells, List<BestSettings> best, ComparisonOptions options) {
        return Stream.concat(
                        cells.stream()
                                .filter(CellSummary::isMeasured)
                                .filter(CostInputs::hadTheCluster)
                                .map(CostInputs::durations),
                        best.stream().filter(one -> hadTheCluster(one.best())).map(one -> durations(one, options)))
                .toList();
    }

    /** A job that ran at the same time as others did not have the whole cluster, so it costs less than the cluster. */
    private static boolean hadTheCluster(CellSummary cell) {
        return !cell.comparable().containsKey(RunSettings.CONCURRENT);
    }

    /** Returns the durations with the best settings, which are contests of their own. */
    private static JobDurations durations(BestSettings best, ComparisonOptions options) {
        SortedMap<String, String> settings = new TreeMap<>(best.settings());
        settings.put(BEST, best.choice() == Choice.OWN ? "of each setup" : "common to all setups");
        JobDurations ofCell = durations(best.best());
        VisitedSample seconds = options.costRuns() == CostOptions.CountedRuns.BEST
                ? VisitedSample.ofRuns(Sample.of(best.fastestRun()))
                : best.estimate();
        return new JobDurations(best.setup(), best.job(), settings, seconds, ofCell.work());
    }

    private static JobDurations durations(CellSummary cell) {
        MeanSizes sizes = cell.sizes();
        return new JobDurations(
                cell.subject().setup(),
                cell.subject().job(),
                cell.comparable(),
                cell.sample(),
                new JobDurations.RunWork(
                        positive(sizes.bytes()),
                        written(sizes),
                        containersPerNode(cell),
                        cell.devices() == null ? null : cell.devices().threads()));
    }

    private static Double positive(Double bytes) {
        return bytes == null || bytes <= 0 ? null : bytes;
    }

    /**
     * Returns the bytes written to HDFS, including all replicas, plus the bytes that tasks wrote to their local dirs.
     */
    private static Double written(MeanSizes sizes) {
        return sizes.outputReplicated() == null || sizes.localWritten() == null
                ? null
                : (Double) (sizes.outputReplicated() + sizes.localWritten());
    }

    /** Returns the largest number of task attempts that ran at once, divided by the number of nodes. */
    private static Integer containersPerNode(CellSummary cell) {
        Double peak = cell.sizes().peakContainers();
        SortedSet<Integer> nodes = cell.conditions().nodes();
        return peak == null || peak < 1 || nodes.size() != 1
                ? null
                : (Integer) Math.max(1, (int) Math.ceil(peak / nodes.first()));
    }

    /** Warns of setups whose measured number of nodes differs from the priced number. */
    static List<CellWarning> doubts(List<CellSummary> cells, PriceList prices) {
        return cells.stream()
                .filter(CellSummary::isMeasured)
                .filter(cell -> prices.setups().containsKey(cell.subject().setup()))
                .flatMap(cell -> otherNodes(cell, prices).stream())
                .toList();
    }

    private static Optional<CellWarning> otherNodes(CellSummary cell, PriceList prices) {
        String setup = cell.subject().setup();
        Integer workers = SetupCost.of(prices, setup).workers();
        SortedSet<Integer> nodes = cell.conditions().nodes();
        return workers == null || nodes.isEmpty() || nodes.equals(new TreeSet<>(Set.of(workers)))
                ? Optional.empty()
                : Optional.of(CellWarning.of(
                        "other-cluster-priced",
                        setup + " was measured on "
                                + nodes.stream().map(String::valueOf).collect(Collectors.joining(" and "))
                                + (nodes.last() == 1 ? " node" : " nodes") + " and is priced with "
                                + HumanText.counted(workers, "worker")
                                + ": costs of jobs combine one cluster's durations with another's price",
                        List.of(cell.subject())));
    }
}
