package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The durations of one job on one setup while one setting was varied and all others were held constant.
 *
 * @param parameter the setting that was varied
 * @param subject the job, the setup and the settings that were held constant
 * @param points one point for every value of the parameter, in the values' order
 * @param best the value with the shortest mean duration
 * @param confidence the confidence of the sweep's claims: 1 − the share of alpha that the runs' look may use
 */
public record Sweep(String parameter, Subject subject, List<SweepPoint> points, String best, double confidence) {
    /**
     * One value of the parameter, and its effect.
     *
     * @param speedUp how many times as fast as this value the best value is
     * @param p the one-sided p of this ratio; 1 for a value with a single run
     */
    public record SweepPoint(String value, CellSummary cell, SpeedUp speedUp, double p) {}

    public Sweep {
        points = List.copyOf(points);
    }

    /**
     * Returns the claim that the best value is faster than another value. With k values, p is multiplied by k (k − 1).
     * So at most a share of 1 − confidence of all sweeps distinguish values that are equally good (Bonferroni, over all
     * pairs in both directions). This holds although the same runs chose the best value.
     */
    public Claim claim(SweepPoint point) {
        Claim faster = Claim.of(
                new ClaimSubject("sweep", subject.job(), point.value(), best, subject.sortedSettings(), "duration"),
                new VerdictPair(Verdict.FASTER, Verdict.UNDECIDED),
                confidence,
                point.p());
        return faster.in("sweep").corrected(Math.min(1, point.p() * points.size() * (points.size() - 1)));
    }

    /** Checks whether a value is tied with the best one, which is then not claimed to be faster. */
    public boolean isTied(SweepPoint point) {
        return !point.value().equals(best) && !claim(point).verdict().isClaimed();
    }

    /** Returns the values that are tied with the best one. */
    public List<String> ties() {
        return points.stream().filter(this::isTied).map(SweepPoint::value).toList();
    }

    /** Returns a sweep for every setting that has several values in otherwise equal cells. */
    static List<Sweep> of(Collection<CellSummary> cells, ComparisonOptions options) {
        List<CellSummary> measured =
                cells.stream().filter(CellSummary::isMeasured).toList();
        // Parameters are independent, so they are analysed in parallel; their order is kept.
        return OtherSettings.parameters(measured, options).stream().toList().parallelStream()
                .flatMap(parameter -> ofParameter(parameter, measured, options).stream())
                .toList();
    }

    private static List<Sweep> ofParameter(String parameter, List<CellSummary> measured, ComparisonOptions options) {
        List<Sweep> sweeps = new ArrayList<>();
        groups(measured, parameter).forEach((held, cells) -> {
            if (cells.size() > 1) {
                SortedMap<String, CellSummary> members = new TreeMap<>(ValueOrder.OF_VALUES);
                cells.forEach(cell -> members.put(OtherSettings.value(parameter, cell), cell));
                if (members.size() > 1) {
                    sweeps.add(of(parameter, held.subject(), members, options));
                }
            }
        });
        return sweeps;
    }

    /** Groups the cells that differ only in a parameter. Most groups have one cell. */
    private static Map<OtherSettings, List<CellSummary>> groups(List<CellSummary> cells, String parameter) {
        Map<OtherSettings, List<CellSummary>> groups = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            if (OtherSettings.value(parameter, cell) != null) {
                groups.computeIfAbsent(OtherSettings.without(parameter, cell), key -> new ArrayList<>(1))
                        .add(cell);
            }
        }
        return groups;
    }

    private static Sweep of(
            String parameter, Subject held, SortedMap<String, CellSummary> members, ComparisonOptions options) {
        Map.Entry<String, CellSummary> best =
                Collections.min(members.entrySet(), Comparator.comparingDouble(entry -> entry.getValue()
                        .observations()
                        .mean()));
        List<SweepPoint> points = new ArrayList<>();
        members.forEach((value, cell) -> {
            VisitedPair pair = new VisitedPair(cell.sample(), best.getValue().sample());
            SpeedUp speedUp = pair.withinVisits(options.confidence());
            double certain = speedUp.ratio() == 1 ? 1 : 0;
            double p = speedUp.basis() == SpeedUp.IntervalBasis.NO_VARIATION
                    ? certain
                    : pair.pFasterWithinVisits().orElse(1);
            points.add(new SweepPoint(value, cell, speedUp, p));
        });
        return new Sweep(
                parameter, held, points, best.getKey(), options.study().looks().confidence(options.confidence()));
    }
}
