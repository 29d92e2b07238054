package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.CrossFit;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The performance of one job on one setup with the best of all settings that were run: ALOJA's "best performance of a
 * particular hardware by varying software".
 *
 * @param settings the settings that change the work or name the machines; they are equal for all settings searched
 * @param best the cell with the shortest mean of all observations
 * @param varied the best cell's values of the settings that were searched
 * @param chosen the choices of the halves, each in the form of {@code varied}; empty if nothing was held out
 * @param fit the search and its estimate; see {@link CrossFit}
 * @param estimate the estimate on this setup
 * @param fastestRun the seconds of the fastest run with any of the settings
 * @param speedUp the baseline's estimate / this estimate; null for the baseline itself, and without a baseline
 */
public record BestSettings(
        String job,
        SortedMap<String, String> settings,
        Choice choice,
        String setup,
        CellSummary best,
        SortedMap<String, String> varied,
        List<SortedMap<String, String>> chosen,
        CrossFit fit,
        VisitedSample estimate,
        double fastestRun,
        SpeedUp speedUp) {
    /** Settings of imported runs that name the cluster instead of its software. */
    private static final Set<String> OF_MACHINES = Set.of(
            "cluster",
            "cluster_name",
            "datanodes",
            "headnodes",
            "vm_os",
            "vm_cores",
            "vm_ram_gb",
            "provider",
            "vm_size",
            "service_type",
            "bench_type");

    /** The setups for which a setting is the best. */
    public enum Choice {
        /** Each setup has the settings that are best for it. */
        OWN,
        /** All setups have the same settings: the settings with the shortest geometric mean over the setups. */
        COMMON;

        /** Returns the word for programs, which never changes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public BestSettings {
        settings = Subject.sorted(settings);
        varied = Collections.unmodifiableSortedMap(new TreeMap<>(varied));
        chosen = List.copyOf(chosen);
    }

    /**
     * Returns whether the settings were chosen and measured on the same runs, because there were too few visits to hold
     * any out.
     */
    boolean isInSample() {
        return fit.searched() > 1 && !fit.isHeldOut();
    }

    /** Returns the best settings of every job that was run with several settings on some setup. */
    static List<BestSettings> of(Collection<CellSummary> cells, String baseline, ComparisonOptions options) {
        Set<String> held = options.work(cells);
        held.addAll(OF_MACHINES);
        SortedMap<Subject, List<CellSummary>> groups = new TreeMap<>(JobOrder.OF_SUBJECTS);
        // Hashing many equal subjects is quicker than ordering them.
        groups.putAll(cells.parallelStream()
                .filter(CellSummary::isMeasured)
                .collect(
                        Collectors.groupingBy(cell -> new Subject(cell.subject().job(), "", only(held, cell)))));
        // Groups are independent, so they are searched in parallel; their order is kept.
        return List.copyOf(groups.entrySet()).parallelStream()
                .flatMap(group ->
                        new Searched(group.getKey(), group.getValue(), baseline, options.confidence()).best().stream())
                .toList();
    }

    /** Returns a cell's values of these settings. */
    private static SortedMap<String, String> only(Set<String> names, CellSummary cell) {
        Map<String, String> all = cell.comparable();
        SortedMap<String, String> kept = new TreeMap<>();
        names.stream().filter(all::containsKey).forEach(name -> kept.put(name, all.get(name)));
        return kept;
    }

    /** The cells of one job with the same work. */
    private static final class Searched {
        private final Subject subject;
        private final String baseline;
        private final double confidence;
        private final Map<String, Map<SortedMap<String, String>, CellSummary>> bySetup = new LinkedHashMap<>();

        Searched(Subject subject, List<CellSummary> cells, String baseline, double confidence) {
            this.subject = subject;
            this.baseline = baseline;
            this.confidence = confidence;
            Set<String> varied = varied(cells);
            for (CellSummary cell : cells) {
                bySetup.computeIfAbsent(cell.subject().setup(), setup -> new TreeMap<>(ValueOrder.OF_SETTINGS))
                        .put(only(varied, cell), cell);
            }
        }

        private static Set<String> varied(List<CellSummary> cells) {
            return cells.stream()
                    .map(CellSummary::comparable)
                    .distinct()
                    .flatMap(settings -> Difference.between(cells.get(0).comparable(), settings).keySet().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        List<BestSettings> best() {
            if (bySetup.values().stream().allMatch(found -> found.size() == 1)) {
                return List.of();
            }
            List<BestSettings> own = bySetup.keySet().stream()
                    .flatMap(setup -> best(Choice.OWN, List.of(setup)).stream())
                    .toList();
            List<BestSettings> common =
                    bySetup.size() == 1 ? List.of() : best(Choice.COMMON, List.copyOf(bySetup.keySet()));
            return Stream.of(own, common)
                    .flatMap(found -> againstBaseline(found).stream())
                    .toList();
        }

        /** Returns the best settings with which all these setups were run, for each of the setups. */
        private List<BestSettings> best(Choice choice, List<String> setups) {
            List<SortedMap<String, String>> candidates = bySetup.get(setups.get(0)).keySet().stream()
                    .filter(values ->
                            setups.stream().allMatch(setup -> bySetup.get(setup).containsKey(values)))
                    .toList();
            if (candidates.isEmpty()) {
                return List.of();
            }
            CrossFit fit = CrossFit.of(candidates.stream()
                    .map(values -> setups.stream()
                            .map(setup -> bySetup.get(setup).get(values).sample())
                            .toList())
                    .toList());
            SortedMap<String, String> best = candidates.get(fit.best());
            List<SortedMap<String, String>> chosen =
                    fit.chosen().stream().map(candidates::get).toList();
            List<BestSettings> found = new ArrayList<>();
            for (int i = 0; i < setups.size(); i++) {
                Map<SortedMap<String, String>, CellSummary> cells = bySetup.get(setups.get(i));
                double fastest = candidates.stream()
                        .mapToDouble(values -> cells.get(values).elapsed().min())
                        .min()
                        .orElseThrow();
                found.add(new BestSettings(
                        subject.job(),
                        new TreeMap<>(subject.settings()),
                        choice,
                        setups.get(i),
                        cells.get(best),
                        best,
                        chosen,
                        fit,
                        fit.estimates().get(i),
                        fastest,
                        null));
            }
            return found;
        }

        private List<BestSettings> againstBaseline(List<BestSettings> found) {
            return found.stream()
                    .filter(one -> one.setup.equals(baseline))
                    .findFirst()
                    .map(base -> found.stream()
                            .map(one -> one.setup.equals(baseline) ? one : one.with(speedUp(base, one)))
                            .toList())
                    .orElse(found);
        }

        private SpeedUp speedUp(BestSettings base, BestSettings one) {
            return new VisitedPair(base.estimate, one.estimate).speedUp(confidence);
        }
    }

    private BestSettings with(SpeedUp found) {
        return new BestSettings(job, settings, choice, setup, best, varied, chosen, fit, estimate, fastestRun, found);
    }
}
