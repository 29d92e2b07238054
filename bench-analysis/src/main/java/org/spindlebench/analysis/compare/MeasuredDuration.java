package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.NotConvergedException;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.workload.Workload.RunSettings;

/**
 * One measurement, for findings that compare nothing.
 *
 * @param settings the settings that distinguish this measurement from others of the same job
 * @param interval Student's interval of the mean; null if there is none
 * @param needed the runs, or visits, that each of two setups needs to see the difference {@link #DIFFERENCE}. The
 *     deviation is taken at its upper bound of 60 %, because a deviation from few runs is often too small. Null if the
 *     variation is unknown or the number is above {@link #MOST_NEEDED}
 */
public record MeasuredDuration(
        String job,
        String setup,
        SortedMap<String, String> settings,
        Answers.DurationSummary side,
        Interval interval,
        Integer needed,
        List<Double> seconds) {
    /** The ratio of durations for which {@link #needed} counts runs. */
    public static final double DIFFERENCE = 1.05;

    /** The largest value of {@link #needed}. */
    public static final int MOST_NEEDED = 1000;

    /** Returns the measurements of whole workloads, and then of cells with valid runs, in the order of the findings. */
    public static List<MeasuredDuration> of(Findings findings) {
        List<CellSummary> cells = Stream.concat(findings.workloads().stream(), findings.cells().stream())
                .filter(cell -> cell.isMeasured() && cell.quantity() != Quantity.PART_SLOW_DOWN)
                .toList();
        Map<String, SortedMap<String, String>> everywhere = cells.stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.subject().job(),
                        Collectors.collectingAndThen(
                                Collectors.mapping(CellSummary::comparable, Collectors.toList()), SharedSettings::of)));
        long workloads = cells.stream()
                .flatMap(cell -> Stream.ofNullable(cell.comparable().get(RunSettings.WORKLOAD)))
                .distinct()
                .count();
        Set<String> named = workloads > 1 ? Set.of(RunSettings.JOB, RunSettings.WORKLOAD) : Set.of(RunSettings.JOB);
        double confidence = findings.options().confidence();
        return cells.stream()
                .map(cell -> new MeasuredDuration(
                        cell.subject().job(),
                        cell.subject().setup(),
                        distinguishing(cell, everywhere.get(cell.subject().job()), named),
                        Answers.DurationSummary.of(cell),
                        cell.observations().meanInterval(confidence).orElse(null),
                        needed(cell, confidence),
                        cell.runs().stream().map(run -> run.seconds()).toList()))
                .toList();
    }

    /**
     * Returns the cell's settings that not all measurements of its job share.
     *
     * @param named the settings by which a workload's job is known, so that the job's other settings follow
     */
    private static SortedMap<String, String> distinguishing(
            CellSummary cell, SortedMap<String, String> shared, Set<String> named) {
        SortedMap<String, String> own = new TreeMap<>(SharedSettings.without(cell.comparable(), shared));
        if (own.containsKey(RunSettings.JOB)) {
            own.keySet()
                    .removeIf(key -> !named.contains(key)
                            && (RunSettings.OF_JOBS.contains(key) || RunSettings.OF_CONCURRENT.contains(key)));
        }
        return own;
    }

    /** Returns {@link #needed} with its unit, such as {@code 15 visits}; null if the number is null. */
    public String neededText() {
        return needed == null ? null : needed + " " + side.unit().word() + "s";
    }

    /** Checks whether a single visit was made, which does not show how visits differ. */
    public boolean isOfOneVisit() {
        return side.unit() == Comparison.Unit.VISIT && side.n() == 1;
    }

    /** Checks whether this is a time, and not a slow-down. */
    public boolean isSeconds() {
        return side.quantity().isSeconds();
    }

    private static Integer needed(CellSummary cell, double confidence) {
        // A single visit does not show the differences between visits. The variation of its runs is then the best
        // guess.
        Sample known = cell.observations().n() > 1 ? cell.observations() : cell.elapsed();
        Double cv = OmittedValues.orNull(known.cv());
        if (cv == null || cv == 0) {
            return null;
        }
        double sd = Power.upperDeviation(Power.sdOfLogs(cv), known.n());
        try {
            OptionalInt needed = Power.needed(sd, DIFFERENCE, Significance.POWER, confidence, MOST_NEEDED);
            return needed.isPresent() ? (Integer) needed.getAsInt() : null;
        } catch (NotConvergedException | IllegalArgumentException unknown) {
            return null;
        }
    }
}
