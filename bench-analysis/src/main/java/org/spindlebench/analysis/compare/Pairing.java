package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * Finds the counterparts of one setup's cells on another setup. Cells of the same job are counterparts if all their
 * settings and the states of their caches are equal. A cell without a counterpart is paired with all cells that differ
 * only in settings that may differ. Spindle does not compare the remaining cells, and says so in a warning.
 */
final class Pairing {
    /**
     * Two cells that may be compared.
     *
     * @param settings the settings that both cells share
     * @param across settings in which the compared cells differ
     */
    record Pair(
            SortedMap<String, String> settings,
            SortedMap<String, Difference> across,
            CellSummary baseline,
            CellSummary contender) {
        VisitedPair samples() {
            return new VisitedPair(baseline.sample(), contender.sample());
        }

        /** Returns what limited both sides. Only durations have records of their own that show it. */
        PairLimit limited() {
            if (baseline.quantity() != Quantity.DURATION) {
                return PairLimit.UNSAID;
            }
            List<LimitMedians> known = Stream.of(baseline, contender)
                    .map(cell -> cell.devices() == null ? null : cell.devices().limits())
                    .filter(Objects::nonNull)
                    .toList();
            if (known.stream().anyMatch(LimitMedians::isStorage)) {
                return PairLimit.BY_STORAGE;
            }
            if (known.size() == 2 && known.stream().allMatch(LimitMedians::isOther)) {
                return PairLimit.byOther(known.get(0).mostOther());
            }
            if (known.size() == 2 && known.stream().allMatch(limits -> limits.storage() != null)) {
                return PairLimit.IN_PART;
            }
            return baseline.isLimitKnown() || contender.isLimitKnown() ? PairLimit.UNSAID : PairLimit.UNKNOWN;
        }
    }

    private final SortedSet<String> across;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<CellWarning> refusals = new ArrayList<>();

    private Pairing(SortedSet<String> across) {
        this.across = across;
    }

    /** @param across settings that may differ */
    static Pairing of(Collection<CellSummary> baselines, Collection<CellSummary> contenders, SortedSet<String> across) {
        return of(byJob(baselines), contenders, across);
    }

    /**
     * Finds the counterparts of the baseline's cells if several setups are compared with the baseline.
     *
     * @param baselines the baseline's cells from {@link #byJob}
     * @param across settings that may differ
     */
    static Pairing of(
            Map<String, List<CellSummary>> baselines, Collection<CellSummary> contenders, SortedSet<String> across) {
        Pairing pairing = new Pairing(across);
        Map<String, List<CellSummary>> others = byJob(contenders);
        baselines.forEach((job, cells) -> {
            List<CellSummary> found = others.remove(job);
            pairing.pair(job, cells, found == null ? List.of() : found);
        });
        others.forEach((job, cells) -> pairing.pair(job, List.of(), cells));
        return pairing;
    }

    List<Pair> pairs() {
        return List.copyOf(pairs);
    }

    List<CellWarning> refusals() {
        return List.copyOf(refusals);
    }

    /** Returns the measured cells of one setup in order, by job. */
    static Map<String, List<CellSummary>> byJob(Collection<CellSummary> cells) {
        Map<String, List<CellSummary>> byJob = new TreeMap<>(JobOrder.OF_JOBS);
        JobOrder.sorted(cells).filter(CellSummary::isMeasured).forEach(cell -> byJob.computeIfAbsent(
                        cell.subject().job(), job -> new ArrayList<>())
                .add(cell));
        return byJob;
    }

    private void pair(String job, List<CellSummary> baselines, List<CellSummary> contenders) {
        Map<SortedMap<String, String>, CellSummary> open = new LinkedHashMap<>();
        contenders.forEach(cell -> open.put(cell.comparable(), cell));
        List<CellSummary> alone = new ArrayList<>();
        for (CellSummary baseline : baselines) {
            SortedMap<String, String> settings = baseline.comparable();
            CellSummary equal = open.remove(settings);
            if (equal == null) {
                alone.add(baseline);
            } else {
                pairs.add(new Pair(settings, new TreeMap<>(), baseline, equal));
            }
        }
        pairAcross(job, alone, new ArrayList<>(open.values()));
    }

    private void pairAcross(String job, List<CellSummary> baselines, List<CellSummary> contenders) {
        Map<Map<String, String>, List<CellSummary>> bySettings = new HashMap<>();
        contenders.forEach(cell -> bySettings
                .computeIfAbsent(without(across, cell.comparable()), settings -> new ArrayList<>())
                .add(cell));
        List<CellSummary> alone = new ArrayList<>();
        Set<SortedMap<String, String>> paired = new HashSet<>();
        for (CellSummary baseline : baselines) {
            SortedMap<String, String> shared = without(across, baseline.comparable());
            List<CellSummary> equal = across.isEmpty() ? List.of() : bySettings.getOrDefault(shared, List.of());
            equal.forEach(contender -> pairs.add(across(baseline, contender)));
            paired.add(shared);
            if (equal.isEmpty()) {
                alone.add(baseline);
            }
        }
        List<CellSummary> open = contenders.stream()
                .filter(cell -> across.isEmpty() || !paired.contains(without(across, cell.comparable())))
                .toList();
        if (!alone.isEmpty() && !open.isEmpty()) {
            refuse(job, alone, open);
        } else if (!alone.isEmpty() || !open.isEmpty()) {
            lonely(job, alone.isEmpty() ? open : alone);
        }
    }

    private void lonely(String job, List<CellSummary> cells) {
        String example = HumanText.settings(cells.get(0).comparable());
        refusals.add(CellWarning.of(
                "no-counterpart",
                job + ": " + count(cells, cells.get(0)) + (cells.size() == 1 ? " has" : " have")
                        + " no counterpart: the other setup has no valid run with the same settings"
                        + (example.isEmpty() ? "" : ", such as " + example),
                cells.stream().map(CellSummary::subject).toList()));
    }

    /** Suggests {@code --ignore}, unless one of the settings is well known to affect durations. */
    private static String ignoring(Set<String> settings) {
        return Collections.disjoint(settings, Subject.WELL_KNOWN)
                ? ". If it makes no difference, exclude it from the settings: --ignore "
                        + String.join(",", new TreeSet<>(settings))
                : "";
    }

    private static Pair across(CellSummary baseline, CellSummary contender) {
        SortedMap<String, Difference> differences = Difference.between(baseline.comparable(), contender.comparable());
        return new Pair(without(differences.keySet(), baseline.comparable()), differences, baseline, contender);
    }

    private static SortedMap<String, String> without(Collection<String> keys, Map<String, String> settings) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(keys);
        return rest;
    }

    private void refuse(String job, List<CellSummary> baselines, List<CellSummary> contenders) {
        SortedMap<String, Difference> least = Difference.least(baselines, contenders);
        List<Subject> cells = Stream.concat(baselines.stream(), contenders.stream())
                .map(CellSummary::subject)
                .toList();
        refusals.add(CellWarning.of(
                "not-comparable",
                job + ": " + count(baselines, baselines.get(0)) + " and " + count(contenders, contenders.get(0))
                        + " are not compared: they differ in " + Difference.describe(least)
                        + ". To compare them anyway, add this option, which marks the result: --across "
                        + String.join(",", new TreeSet<>(least.keySet()))
                        + ignoring(least.keySet()),
                cells));
    }

    private static String count(List<CellSummary> cells, CellSummary first) {
        return cells.size()
                + (cells.size() == 1 ? " cell of " : " cells of ")
                + first.subject().setup();
    }
}
