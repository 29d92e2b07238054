package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.SortedSet;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeanSizes;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.JobDurations;

/** Hands measured cells to the cost study. */
final class CostInputs {
    private CostInputs() {}

    static CostFindings findings(List<CellSummary> cells, String baseline, ComparisonOptions options) {
        List<JobDurations> measured = cells.stream()
                .filter(CellSummary::isMeasured)
                .map(CostInputs::durations)
                .toList();
        return CostFindings.of(
                options.prices(),
                measured,
                new CostOptions(options.confidence(), baseline, options.costRuns(), SummaryGroup.OF_THE_JOB));
    }

    private static JobDurations durations(CellSummary cell) {
        MeanSizes sizes = cell.sizes();
        return new JobDurations(
                cell.subject().setup(),
                cell.subject().job(),
                cell.comparable(),
                cell.elapsed(),
                new JobDurations.Work(positive(sizes.bytes()), written(sizes), containersPerNode(cell), null));
    }

    private static Double positive(Double bytes) {
        return bytes == null || bytes <= 0 ? null : bytes;
    }

    /** To HDFS with all replicas, and by the tasks to their local directories. */
    private static Double written(MeanSizes sizes) {
        return sizes.outputReplicated() == null || sizes.localWritten() == null
                ? null
                : (Double) (sizes.outputReplicated() + sizes.localWritten());
    }

    /** The slots of the job's wave, spread over the nodes; where runs differ in them, the most. */
    private static Integer containersPerNode(CellSummary cell) {
        int slots = most(cell.conditions().of("wave.slots"));
        int nodes = most(cell.conditions().of("sizes.nodes"));
        return slots == 0 || nodes == 0 ? null : (Integer) Math.max(1, slots / nodes);
    }

    private static int most(SortedSet<String> counts) {
        return counts.stream().mapToInt(Integer::parseInt).max().orElse(0);
    }
}
