package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Comparison.Comparing;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * How much slower a job is on one setup while HDFS rebuilds the blocks of a stopped DataNode, and how long that takes.
 * Sound and damaged runs belong to different cells, and only this finding sets one against the other.
 *
 * @param damaged the cell of the damaged runs
 * @param sound the cell of the sound runs of the same job, setup and settings; null if none has a valid run
 * @param slowDown the damaged runs' duration / that of the sound runs, within visits as for two values of a setting;
 *     null without sound runs
 * @param paired the same ratio within the blocks that have both; null if there are fewer than two
 * @param recoveryRatio the baseline's recovery / this setup's, above 1 if this setup recovers faster; null for the
 *     baseline, and without it
 */
public record RebuildFinding(
        CellSummary damaged, CellSummary sound, SpeedUp slowDown, Paired paired, SpeedUp recoveryRatio) {

    private record Alike(String job, Map<String, String> settings) {}

    /**
     * Returns the interval of the mean recovery over visits, or over the runs of a single visit, which count as
     * independent within it; null if there is none.
     */
    public Interval recoveryInterval(double confidence) {
        VisitedSample recovery = damaged.rebuild().recovery();
        Sample independent =
                recovery.visits().size() == 1 ? recovery.visits().get(0).runs() : recovery.observations();
        return independent.meanInterval(confidence).orElse(null);
    }

    /** Returns the settings of the job without the one that says that its cluster was damaged. */
    public SortedMap<String, String> settings() {
        return soundSettings(damaged);
    }

    /**
     * Returns a finding for each cell of damaged runs, in the order of the cells.
     *
     * @param baseline the baseline's name; null if there is a single setup
     */
    static List<RebuildFinding> of(Collection<CellSummary> cells, String baseline, double confidence) {
        List<CellSummary> damaged = cells.stream()
                .filter(cell -> cell.isMeasured() && cell.rebuild() != null)
                .toList();
        if (damaged.isEmpty()) {
            return List.of();
        }
        Map<Subject, CellSummary> sound = new HashMap<>();
        cells.stream()
                .filter(cell -> cell.isMeasured() && !cell.comparable().containsKey(Rebuild.SETTING))
                .forEach(cell -> sound.put(subject(cell), cell));
        Map<Alike, CellSummary> baselines = new LinkedHashMap<>();
        damaged.stream()
                .filter(cell -> cell.subject().setup().equals(baseline))
                .forEach(cell -> baselines.put(alike(cell), cell));
        List<RebuildFinding> findings = new ArrayList<>();
        damaged.forEach(
                cell -> findings.add(of(cell, sound.get(subject(cell)), baselines.get(alike(cell)), confidence)));
        return List.copyOf(findings);
    }

    private static RebuildFinding of(CellSummary damaged, CellSummary sound, CellSummary baseline, double confidence) {
        return new RebuildFinding(
                damaged,
                sound,
                sound == null ? null : new VisitedPair(damaged.sample(), sound.sample()).withinVisits(confidence),
                sound == null ? null : Comparing.paired(damaged, sound, confidence),
                baseline == null || baseline.subject().equals(damaged.subject())
                        ? null
                        : new VisitedPair(
                                        baseline.rebuild().recovery(),
                                        damaged.rebuild().recovery())
                                .speedUp(confidence));
    }

    private static SortedMap<String, String> soundSettings(CellSummary cell) {
        SortedMap<String, String> settings = new TreeMap<>(cell.comparable());
        settings.remove(Rebuild.SETTING);
        return settings;
    }

    private static Subject subject(CellSummary cell) {
        return new Subject(cell.subject().job(), cell.subject().setup(), soundSettings(cell));
    }

    private static Alike alike(CellSummary cell) {
        return new Alike(cell.subject().job(), cell.comparable());
    }
}
