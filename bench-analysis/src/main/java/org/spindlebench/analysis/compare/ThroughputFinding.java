package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * One number of a cell apart from its durations, and its comparison with the baseline's. For throughput, this is Table 4
 * and Figure 3 of SanDisk's paper.
 *
 * @param observations the value of each observation, which is a visit or a run, as for durations; the quantity states
 *     the unit
 * @param interval the confidence interval of the mean; empty with fewer than two observations, or without variation
 * @param baseline the name of the baseline setup; null for the baseline's own cells and for cells that are not compared
 * @param ratio the mean divided by the baseline's, with Fieller's interval; above 1 this setup moves more bytes in the
 *     same time. Null without a baseline
 */
public record ThroughputFinding(
        CellSummary cell,
        MeasuredQuantity figure,
        Sample observations,
        Optional<Interval> interval,
        String baseline,
        SpeedUp ratio) {
    /** Returns the throughput of every cell that has streams, in the order of the cells. */
    public static List<ThroughputFinding> of(Findings findings) {
        return of(findings, MeasuredQuantity.THROUGHPUTS);
    }

    /** Returns these quantities of every cell whose runs state them, in the order of the cells. */
    public static List<ThroughputFinding> of(Findings findings, List<MeasuredQuantity> quantities) {
        Map<Subject, Comparison> comparisons = new HashMap<>();
        findings.comparisons()
                .forEach(comparison ->
                        comparisons.putIfAbsent(comparison.contender().subject(), comparison));
        double confidence = findings.options().confidence();
        List<ThroughputFinding> found = new ArrayList<>();
        for (CellSummary cell : findings.cells()) {
            for (MeasuredQuantity figure : quantities) {
                VisitedSample sample = cell.measures().samples().get(figure);
                if (sample != null) {
                    found.add(of(cell, figure, sample, comparisons.get(cell.subject()), confidence));
                }
            }
        }
        return found;
    }

    private static ThroughputFinding of(
            CellSummary cell, MeasuredQuantity figure, VisitedSample sample, Comparison compared, double confidence) {
        Sample observations = sample.observations();
        // A rate is not below 0.
        Optional<Interval> interval = observations
                .meanInterval(confidence)
                .map(of -> new Interval(confidence, Math.max(0, of.low()), of.high()));
        VisitedSample baseline = compared == null
                ? null
                : compared.baseline().measures().samples().get(figure);
        if (baseline == null) {
            return new ThroughputFinding(cell, figure, observations, interval, null, null);
        }
        // A speed-up is the ratio of the first mean to the second one. A throughput is better if it is larger, unlike a
        // duration, so this cell comes first.
        return new ThroughputFinding(
                cell,
                figure,
                observations,
                interval,
                compared.baseline().subject().setup(),
                new VisitedPair(sample, baseline).speedUp(confidence));
    }
}
